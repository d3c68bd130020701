# The image contains what `npm pack` contains, and the packages that it needs at run time.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --workspaces=false --no-fund --no-audit
COPY . .
# Messages and backups name the commit: docker build --build-arg GIT_COMMIT=$(git rev-parse HEAD) .
ARG GIT_COMMIT
RUN npm run build && npm pack --ignore-scripts --pack-destination /

# The lock file determines the versions; no package needs its install script, because native code is in the packages.
FROM node:24-slim AS install
WORKDIR /app
COPY --from=build /plinth-*.tgz /plinth.tgz
COPY package-lock.json ./
# The service only reads these files, whatever the permissions in the package.
RUN tar -xzf /plinth.tgz --strip-components=1 \
  && npm ci --omit=dev --ignore-scripts --workspaces=false --no-fund --no-audit \
  && node scripts/prune.mjs \
  && chmod -R u=rwX,go=rX . && chmod +x bin/*.mjs

FROM node:24-slim
# PLINTH_CONTAINER: the start refuses settings with which nobody could reach the service from outside of the container.
ENV NODE_ENV=production PLINTH_CONTAINER=1 SQLITE_PATH=/data/plinth.db
WORKDIR /app
COPY --from=install /app ./
RUN mkdir /data && chown node:node /data && ln -s /app/bin/plinth.mjs /usr/local/bin/plinth
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s CMD ["node", "bin/healthcheck.mjs"]
# SIGUSR1 would open the inspector.
CMD ["node", "--disable-sigusr1", "dist/kernel/main.js"]
