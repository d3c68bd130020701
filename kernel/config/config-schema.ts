const bytes = { type: 'integer', minimum: 1024, maximum: 4_294_967_296 }
const milliseconds = { type: 'integer', minimum: 1, maximum: 3_600_000 }
const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text, minItems: 1, uniqueItems: true }
const count = { type: 'integer', minimum: 1, maximum: 1_000_000 }

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The keys of a configuration file. `config/schema.json` is generated from it: run `npm run config:schema` after a change. */
export const configSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { ...text, description: 'Address of this JSON Schema, for editors. The service ignores it.' },
    mode: {
      enum: ['development', 'production'],
      description: 'Default: production when sign-in is configured, else development.',
    },
    http: {
      type: 'object',
      additionalProperties: false,
      properties: {
        port: { type: 'integer', minimum: 0, maximum: 65_535, description: 'Port to listen on; 0 selects a free one.' },
        host: {
          ...text,
          description: 'Address to listen on. Default: 127.0.0.1 in development, 0.0.0.0 in production.',
        },
        maxBodyBytesInFlight: {
          ...bytes,
          description: 'Bytes of request bodies that are in memory at once while they arrive; more are 503.',
        },
        minBodyBytesPerSecond: {
          type: 'integer',
          minimum: 0,
          maximum: 1_048_576,
          deprecated: true,
          description: 'Does nothing, and is not accepted from 0.4 on: http.requestTimeout ends slow bodies.',
        },
        maxObjectMembers: { ...count, description: 'How many members an object in a body can have, at any depth.' },
        maxFilterValues: { ...count, description: 'How many values a filter by `in` or `nin` can have.' },
        errors: {
          type: 'string',
          enum: ['message', 'problem'],
          description: 'Errors as plain JSON: `{message}` alone, or the fields of a problem (RFC 9457) and `message`.',
        },
        maxPageBytes: { ...bytes, description: 'Largest page of a list, bytes of UTF-8.' },
        maxUnsentAnswerBytes: {
          ...bytes,
          deprecated: true,
          description:
            'Does nothing, and is not accepted from 0.4 on: a proxy that buffers answers protects against clients that do not read them.',
        },
        handlerTimeout: { ...milliseconds, description: 'Time limit of the handler of a route, ms.' },
        bodyLimit: {
          type: 'integer',
          minimum: 1024,
          maximum: 1_073_741_824,
          description: 'Largest request body, bytes; a route can set its own.',
        },
        requestTimeout: { ...milliseconds, description: 'Time for a whole request to arrive, ms.' },
        headersTimeout: { ...milliseconds, description: 'Time for the headers of a request to arrive, ms.' },
        closeTimeout: {
          ...milliseconds,
          description: 'Time that open requests have to finish when the service ends, ms.',
        },
        drainDelayMs: {
          type: 'integer',
          minimum: 0,
          maximum: 3_600_000,
          description:
            'Time between the signal to stop and the end of new connections, in which the service reports that it is not ready, ms.',
        },
        compression: { type: 'boolean', description: 'Whether answers are compressed for clients that accept it.' },
        hsts: {
          type: ['boolean', 'object'],
          if: { type: 'boolean' },
          then: { const: false },
          additionalProperties: false,
          properties: {
            maxAgeSeconds: { type: 'integer', minimum: 0, maximum: 315_360_000 },
            includeSubDomains: { type: 'boolean' },
            preload: { type: 'boolean' },
          },
          description: 'Strict-Transport-Security in production mode; false switches it off.',
        },
        rateLimit: {
          type: ['boolean', 'object'],
          if: { type: 'boolean' },
          then: { const: false },
          additionalProperties: false,
          properties: {
            requests: { ...count, description: 'Requests in a window for each session, API token or address.' },
            signIns: { ...count, description: 'Requests in a window for each address and sign-in route.' },
            window: { ...milliseconds, description: 'Length of the window, ms.' },
          },
          description: 'Limits in production mode; false switches them off.',
        },
        trustProxy: {
          ...texts,
          description: 'Addresses and networks of your own proxies, whose X-Forwarded-For is trusted.',
        },
        cors: {
          type: 'object',
          additionalProperties: false,
          required: ['origins'],
          properties: { origins: { ...texts, description: 'Exactly as browsers send them: https://app.example.org' } },
          description: 'Other origins whose pages can use the API with an API token.',
        },
      },
    },
    signIn: {
      type: 'object',
      additionalProperties: false,
      properties: {
        issuer: { ...text, description: 'The OpenID provider (IDP_ISSUER).' },
        clientId: { ...text, description: 'IDP_CLIENT_ID' },
        frontendUrl: { ...text, description: 'Address at which users reach the service (FRONTEND_URL).' },
        administratorEmail: { ...text, description: 'ADMIN_EMAIL' },
      },
      description: 'How people sign in. Secrets are read from the environment only.',
    },
    store: {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: {
          ...text,
          description:
            'The plugin that stores: sqlite, mongodb, an npm package or a ./path. Other members are its options.',
        },
        path: { ...text, description: 'File of an SQLite store; relative to the working directory.' },
        url: { ...text, description: 'Connection string of a MongoDB store.' },
      },
      // The plugin checks its options itself.
      if: { type: 'object', required: ['kind'], properties: { kind: { const: 'mongodb' } } },
      then: { required: ['url'] },
      else: {
        if: { type: 'object', required: ['kind'], properties: { kind: { const: 'sqlite' } } },
        then: { required: ['path'] },
      },
    },
    log: {
      type: 'object',
      additionalProperties: false,
      properties: {
        level: { enum: logLevels, description: 'Least severe level that is logged.' },
        access: { type: 'boolean', description: 'Whether a line is logged for each request.' },
        slowMs: {
          ...milliseconds,
          description: 'Requests that take longer are logged as slow, ms. Default: none are.',
        },
      },
    },
    plugins: {
      type: 'object',
      additionalProperties: { type: ['boolean', 'object'] },
      description: 'Plugin key → false, true or the options of the plugin.',
    },
    pluginDefaults: {
      type: 'object',
      additionalProperties: text,
      description: 'Plugin key → key of the plugin with which it is on or off where `plugins` does not name it.',
    },
  },
} as const
