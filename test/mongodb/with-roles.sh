#!/bin/sh
# Start MongoDB as a replica set of one with access control on port 27017: `sh test/mongodb/with-roles.sh mongo:8.0`.
# Users: `least` (the actions of plugins/mongodb/role.json, on every database because each test has its own, and what only the tests need), `reader` (plain readWrite).
set -eu
image=$1
role=$(tr -d '\n' < "$(dirname "$0")/../../plugins/mongodb/role.json")
openssl rand -base64 48 > /tmp/mongodb.key
docker run --detach --name mongodb --ulimit nofile=64000:64000 --publish 27017:27017 --volume /tmp/mongodb.key:/etc/mongodb.key.in:ro --entrypoint sh "$image" -c '
  cp /etc/mongodb.key.in /tmp/mongodb.key && chmod 400 /tmp/mongodb.key && chown mongodb:mongodb /tmp/mongodb.key &&
  exec gosu mongodb mongod --replSet rs0 --bind_ip_all --auth --keyFile /tmp/mongodb.key --wiredTigerCacheSizeGB 0.25 --setParameter transactionLifetimeLimitSeconds=6'
tries=0
until docker exec mongodb mongosh --quiet --eval '
  try { rs.initiate({ _id: "rs0", members: [{ _id: 0, host: "127.0.0.1:27017" }] }) } catch (e) { if (e.code !== 23 && e.code !== 13) throw e }'; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { docker logs mongodb; exit 1; }
  sleep 1
done
docker exec --env ROLE="$role" mongodb mongosh --quiet --eval '
  while (!db.hello().isWritablePrimary) sleep(200);
  const admin = db.getSiblingDB("admin");
  admin.createUser({ user: "root", pwd: "root", roles: ["root"] });
  admin.auth("root", "root");
  const role = JSON.parse(process.env.ROLE);
  const actions = [...role.privileges[0].actions, "dropDatabase", "bypassDocumentValidation"];
  admin.createRole({ role: "plinth", roles: [], privileges: [{ resource: { db: "", collection: "" }, actions }] });
  admin.createUser({ user: "least", pwd: "least", roles: ["plinth"] });
  admin.createUser({ user: "reader", pwd: "reader", roles: ["readWriteAnyDatabase"] });'
