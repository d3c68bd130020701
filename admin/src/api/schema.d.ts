// Made by `npm run admin:types` from the OpenAPI document of the service. Not to be edited.

export interface paths {
  '/api/_import': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Import a copy of a service
     * @description Read everything that `plinth export --all` wrote: types, presets and resources, one file after the other. Types and presets are tried before anything is written; then each resource is created. A row that does not fit is refused, the others are loaded. Repeating it creates nothing twice.
     */
    post: operations['post-_import']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/access/explain': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Whether a user may do something, by which rules, and what would change that */
    get: operations['get-access-explain']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/accounts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List accounts, newest first */
    get: operations['get-accounts']
    put?: never
    /** Create an account */
    post: operations['post-accounts']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/accounts/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get an account */
    get: operations['get-accounts-id']
    /** Rename an account */
    put: operations['put-accounts-id']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/backup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A backup of the whole service, as a file */
    post: operations['post-admin-backup']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/impersonate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Act as another user, for an hour at most */
    post: operations['post-admin-impersonate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/impersonation-status': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Whether you are acting as another user */
    get: operations['get-admin-impersonation-status']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/plugins': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The plugins that are on, by name */
    get: operations['get-admin-plugins']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/screens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The screens of the admin that plugins bring, by name
     * @description Those for administrators are shown to administrators alone.
     */
    get: operations['get-admin-screens']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/stop-impersonation': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Be yourself again */
    post: operations['post-admin-stop-impersonation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/store/compact': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Give the empty space of the store back to the system */
    post: operations['post-admin-store-compact']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/store/stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** What the store takes, by collection */
    get: operations['get-admin-store-stats']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Sign out */
    post: operations['post-auth-logout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Who is asking, and what they may do */
    get: operations['get-auth-me']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your own sessions, newest first */
    get: operations['get-auth-sessions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/sessions/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** End one of your own sessions */
    delete: operations['delete-auth-sessions-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your own API tokens, newest first */
    get: operations['get-auth-tokens']
    put?: never
    /** Make an API token; it is shown this one time */
    post: operations['post-auth-tokens']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/tokens/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Revoke an API token */
    delete: operations['delete-auth-tokens-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List events, newest first */
    get: operations['get-events']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/events/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Follow events as they happen (Server-Sent Events) */
    get: operations['get-events-stream']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Whether the process is alive */
    get: operations['get-health']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/health/checks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The state of the parts of the service */
    get: operations['get-health-checks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/health/instances': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The running instances of the service */
    get: operations['get-health-instances']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/health/ready': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Whether the service should get requests
     * @description It should not while it is being stopped, or while the store cannot be reached or written to.
     */
    get: operations['get-health-ready']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/health/store': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The last backup of the store, and the last conversion of its format */
    get: operations['get-health-store']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/openapi.json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** This description */
    get: operations['get-openapi-json']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/openapi/document': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The OpenAPI document that a part of the service is built from */
    get: operations['get-openapi-document']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/openapi/operations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The operations of that document, by path and method */
    get: operations['get-openapi-operations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/openapi/schemas': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Bring the resource types to what the schemas of an OpenAPI document say, all or none */
    post: operations['post-openapi-schemas']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List organizations, newest first */
    get: operations['get-organizations']
    put?: never
    /** Create one of the organizations */
    post: operations['post-organizations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get one of the organizations */
    get: operations['get-organizations-id']
    /** Change fields of one of the organizations */
    put: operations['put-organizations-id']
    post?: never
    /** Archive one of the organizations */
    delete: operations['delete-organizations-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/members': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the members of an organization, newest first */
    get: operations['get-organizations-id-members']
    put?: never
    /** Add a member */
    post: operations['post-organizations-id-members']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/members/{personId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Take a member away */
    delete: operations['delete-organizations-id-members-personId']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/persons': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List persons, newest first */
    get: operations['get-persons']
    put?: never
    /** Create one of the persons */
    post: operations['post-persons']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/persons/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get one of the persons */
    get: operations['get-persons-id']
    /** Change fields of one of the persons */
    put: operations['put-persons-id']
    post?: never
    /** Archive one of the persons */
    delete: operations['delete-persons-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List resource types, newest first */
    get: operations['get-resource-types']
    put?: never
    /** Create a resource type */
    post: operations['post-resource-types']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/_infer': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Infer a type from a file
     * @description Derive the schema of a type from the rows of a file, or of its beginning: up to 8 MiB. A row that is cut off at the end is left out. Nothing is written.
     */
    post: operations['post-resource-types-_infer']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/presets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List presets, by name */
    get: operations['get-resource-types-presets']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/presets/{name}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Install a preset, or what is missing of it */
    post: operations['post-resource-types-presets-name']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/presets/{name}/copy': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get what a copy of this service takes over: whether the preset is installed, and which samples are loaded */
    get: operations['get-resource-types-presets-name-copy']
    /** Note a preset as installed in a copy of another service: behaviours on, no type created or changed */
    put: operations['put-resource-types-presets-name-copy']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a resource type, archived ones too */
    get: operations['get-resource-types-id']
    /** Change fields of a resource type */
    put: operations['put-resource-types-id']
    post?: never
    /** Archive a resource type */
    delete: operations['delete-resource-types-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resources/{id}/permissions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the grants on a resource, newest first */
    get: operations['get-resources-id-permissions']
    put?: never
    /** Grant a user actions on a resource, in place of those granted before */
    post: operations['post-resources-id-permissions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resources/{id}/permissions/{agentId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Take away what a user was granted on a resource */
    delete: operations['delete-resources-id-permissions-agentId']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Find resources of all types by words */
    get: operations['get-search']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/settings/log': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** What every instance logs */
    get: operations['get-settings-log']
    /** Change what every instance logs */
    put: operations['put-settings-log']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/settings/role-access': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Which role may do what to resources of which type */
    get: operations['get-settings-role-access']
    /** Save which role may do what to resources of which type */
    put: operations['put-settings-role-access']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/settings/roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the roles */
    get: operations['get-settings-roles']
    /** Save the list of roles */
    put: operations['put-settings-roles']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/settings/sidebar': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** What the sidebar of the admin shows */
    get: operations['get-settings-sidebar']
    /** Save a sidebar */
    put: operations['put-settings-sidebar']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/site/addresses': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The addresses of the public site */
    get: operations['get-site-addresses']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/site/files': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What the public site answers at some paths, to be written to files
     * @description The list ends early before it gets too large; the rest is to be asked for again.
     */
    get: operations['get-site-files']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/site/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A page of the public site with data that are not stored
     * @description For callers who can modify the resource. A form sends the body as JSON in its field `draft`. With `Accept: application/json` the answer is an object with the page as `html`, and `problems`: what does not work as written in its template and theme, as in `GET /api/site/problems`.
     */
    post: operations['post-site-preview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/site/problems': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What in the templates does not work as written
     * @description Of the templates and themes that the caller may read.
     */
    get: operations['get-site-problems']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/site/types': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The types whose resources have a preview */
    get: operations['get-site-types']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the users of every account, newest first */
    get: operations['get-users']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/invitations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the invitations that can still be used, newest first */
    get: operations['get-users-invitations']
    put?: never
    /** Invite somebody to sign in, for seven days */
    post: operations['post-users-invitations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/invitations/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Revoke an invitation */
    delete: operations['delete-users-invitations-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/lookup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Find a user of the own account by e-mail address, for granting */
    get: operations['get-users-lookup']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/names': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Names of users of the own account; unknown ones are left out */
    get: operations['get-users-names']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a user */
    get: operations['get-users-id']
    /** Change fields of a user, or move the user to another account */
    put: operations['put-users-id']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/{id}/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the sessions of a user, newest first */
    get: operations['get-users-id-sessions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/{id}/sessions/{entry}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** End a session of a user */
    delete: operations['delete-users-id-sessions-entry']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/{id}/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the API tokens of a user, newest first */
    get: operations['get-users-id-tokens']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/users/{id}/tokens/{entry}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Revoke an API token of a user */
    delete: operations['delete-users-id-tokens-entry']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/views': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List one’s own views and the shared ones, newest first */
    get: operations['get-views']
    put?: never
    /** Save a view */
    post: operations['post-views']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/views/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a view */
    get: operations['get-views-id']
    /** Change what is sent of a view */
    put: operations['put-views-id']
    post?: never
    /** Take a view away */
    delete: operations['delete-views-id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List resources */
    get: operations['get-typeSlug']
    put?: never
    /** Create a resource */
    post: operations['post-typeSlug']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/_bulk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Create, change, archive and restore many resources at once */
    post: operations['post-typeSlug-_bulk']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/_import': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Import a file
     * @description Read a file of any size as it arrives and create a resource of each row. A row that does not fit is refused, the others are loaded. Rows without `@id` get ids that follow from their content, so that a repeat creates nothing twice. With `preview` only look at the beginning of a file.
     */
    post: operations['post-typeSlug-_import']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a resource, or one of its versions */
    get: operations['get-typeSlug-id']
    /** Replace the data of a resource */
    put: operations['put-typeSlug-id']
    post?: never
    /** Archive a resource */
    delete: operations['delete-typeSlug-id']
    options?: never
    head?: never
    /** Change properties of a resource (JSON Merge Patch) */
    patch: operations['patch-typeSlug-id']
    trace?: never
  }
  '/api/{typeSlug}/{id}/permissions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the grants on a resource, newest first */
    get: operations['get-typeSlug-id-permissions']
    put?: never
    /** Grant a user actions on a resource, in place of those granted before */
    post: operations['post-typeSlug-id-permissions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/permissions/{agentId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Take away what a user was granted on a resource */
    delete: operations['delete-typeSlug-id-permissions-agentId']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/referrers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the resources that refer to a resource, newest first */
    get: operations['get-typeSlug-id-referrers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Restore an archived resource */
    post: operations['post-typeSlug-id-restore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/versions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the versions of a resource, newest first */
    get: operations['get-typeSlug-id-versions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: never
  responses: {
    /** @description What is wrong */
    Error: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': {
          message: string
        }
        'application/problem+json': {
          type: string
          title: string
          status: number
          detail: string
          code: string
          problems?: {
            /** @description JSON Pointer (RFC 6901) into the body */
            pointer: string
            code: string
            message: string
          }[]
        }
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  'post-_import': {
    parameters: {
      query?: {
        /** @description Rows whose `@id` is that of a resource with other content change it (merge) */
        update?: boolean
        /** @description Write nothing; find everything that is wrong with every row */
        dry_run?: boolean
        /** @description Also answer a line `reject` for each row that is refused or differs, with the row itself */
        rejects?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-ndjson': unknown
      }
    }
    responses: {
      /** @description NDJSON: lines with `progress`; at the end those with `problem`, one for each reason and at most 1,000, and one with `result`. For a copy first a line `copy`, and everywhere the `file` */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': {
            /** @description What the columns of a file hold, and where they would go */
            preview?: {
              /** @description How many rows were read, those that cannot be read included */
              rows: number
              unreadable: number
              /** @description CSV: what separates the cells */
              delimiter?: string
              /** @description The parameter `match` by which names in the place of references are found */
              match?: string
              columns: {
                column: string
                /** @description Where it goes; empty where it is left out */
                property: string
                /** @description How many rows have a value there */
                filled: number
                /** @description The first values that differ */
                samples: unknown[]
                /** @description What happens to values that change */
                conversion?: {
                  rows: number
                  /** @description How the dates of the column are written */
                  date_form?: string
                  example: {
                    from: unknown
                    to: unknown
                  }
                }
                /** @description Texts are names of resources of this type, in the place of ids */
                names?: string
              }[]
            }
            /** @description What becomes of the types of a copy */
            copy?: {
              types?: {
                created?: string[]
                updated?: string[]
                unchanged?: string[]
              }
              presets?: string[]
            }
            progress?: {
              type_slug?: string
              file?: string
              rows?: number
              loaded?: number
              refused?: number
            }
            problem?: {
              rows?: number
              reason?: string
              first?: {
                type_slug?: string
                file?: string
                row?: number
                line?: number
              }[]
            }
            reject?: {
              type_slug?: string
              file?: string
              row?: number
              line?: number
              reasons?: string[]
              /** @description The same as `reasons`, by place */
              problems?: {
                /** @description The property or column; empty for the whole row */
                field?: string
                message?: string
              }[]
              data?: unknown
            }
            /** @description How many `reject` lines were left out because nobody read the answer */
            omitted_rejects?: number
            result?: {
              loaded?: number
              updated?: number
              there?: number
              differs?: number
              refused?: number
              /** @description For a copy: the counts of each type */
              imports?: {
                type_slug?: string
                rows?: number
                loaded?: number
                updated?: number
                there?: number
                differs?: number
                refused?: number
              }[]
              /** @description Why the import ended before its end; what was loaded stays */
              error?: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-access-explain': {
    parameters: {
      query: {
        /** @description URN of a user */
        agent: string
        /** @description odrl:read, odrl:modify or odrl:delete */
        action: string
        /** @description URN of a resource, or slug of a type */
        resource: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            allowed: boolean
            /** @description URN */
            agent: string
            /** @enum {string} */
            action: 'odrl:read' | 'odrl:modify' | 'odrl:delete'
            /** @description URN of a resource, or slug of a type */
            resource: string
            /** @description Every rule that allows it */
            rules: {
              /** @enum {string} */
              kind: 'admin' | 'role' | 'wildcard' | 'ownership' | 'grant' | 'default'
              detail: string
            }[]
            /** @description What would allow it */
            remedies: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-accounts': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** @description What people call the account */
              name: string
              /** Format: date-time */
              created_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-accounts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What people call the account */
          name: string
          id?: never
          created_at?: never
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description What people call the account */
            name: string
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-accounts-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description What people call the account */
            name: string
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-accounts-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What people call the account */
          name?: string
          id?: never
          created_at?: never
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description What people call the account */
            name: string
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-admin-backup': {
    parameters: {
      query?: {
        /** @description The name of the file that the backup is written to, for the record of the last backup */
        file?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/gzip': unknown
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-admin-impersonate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description URN of the user to act as */
          agent_id: string
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            active: boolean
            agent?: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }
            impersonator?: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-admin-impersonation-status': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            active: boolean
            agent?: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }
            impersonator?: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-admin-plugins': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description Key in the configuration */
              key: string
              name: string
              version: string
              /** @description Contracts */
              requires: string[]
              /** @description Contracts that it works with where a plugin provides them */
              optional: string[]
              /** @description Contracts */
              provides: string[]
              /** @description What it adds to, by name */
              contributes: string[]
              /** @description How long its start took */
              startup_ms: number
              /** @description Its latest failures since the start, newest first; the log says more under the same request id */
              errors: {
                /** Format: date-time */
                time: string
                /** @description Empty where there was no request */
                request_id: string
                method: string
                route: string
                /** @description What of it failed, where it was no route of its own */
                part?: string
              }[]
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-admin-screens': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              plugin: string
              /** @description Unique among all screens */
              name: string
              /** @description Address in the admin */
              path: string
              /** @description In English */
              title: string
              /** @description Name of an icon of Lucide */
              icon: string
              /** @enum {string} */
              section: 'content' | 'model' | 'people' | 'access' | 'system'
              /** @enum {string} */
              access: 'signed-in' | 'administrator'
              /** @description A page of the admin, or a Vue file in the admin folder of the plugin */
              component?: string
              /** @description What the admin draws by itself */
              list?: {
                /** @description Address of a list */
                url: string
                columns: {
                  name: string
                  title: string
                  /** @enum {string} */
                  kind?: 'text' | 'number' | 'boolean' | 'date-time' | 'code' | 'list'
                }[]
              }
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-admin-stop-impersonation': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            active: boolean
            agent?: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }
            impersonator?: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-admin-store-compact': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            freed_bytes: number
            seconds: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-admin-store-stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            kind: string
            /** @description What the store takes */
            bytes: number | null
            /** @description The part of it that contains nothing, which compacting gives back */
            free_bytes: number | null
            /** @description The log of writes beside the store (SQLite) */
            log_bytes: number | null
            /** @description The largest first; `_versions` are the earlier states of the resources of all types */
            collections: {
              name: string
              rows: number | null
              bytes: number | null
              index_bytes: number | null
            }[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-auth-logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-auth-me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            name: string
            email: string
            role: string
            /** @enum {string} */
            status: 'active' | 'disabled'
            /** @description URN of the account that the user works in */
            account_id: string
            /** Format: date-time */
            created_at: string
            /** @enum {string} */
            mode: 'development' | 'production'
            /** @description Slug of a type, or `*` for every type, to actions */
            permissions: {
              [key: string]: string[]
            }
            impersonator: {
              /** @description URN */
              id: string
              name: string
              email: string
              role: string
              /** @enum {string} */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            } | null
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-auth-sessions': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** Format: date-time */
              created_at: string
              /** Format: date-time */
              last_seen_at: string
              /**
               * Format: date-time
               * @description When it ends if it is not used again
               */
              expires_at: string
              user_agent: string
              /** @description Whether the request came with it */
              current: boolean
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-auth-sessions-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-auth-tokens': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
        /** @description URN of the user whose tokens are meant; for the command line on the store, which is no user itself */
        agent?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              name: string
              type_slugs: string[] | null
              actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[] | null
              expires_at: string | null
              /** Format: date-time */
              created_at: string
              last_used_at: string | null
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-auth-tokens': {
    parameters: {
      query?: {
        /** @description URN of the user whose tokens are meant; for the command line on the store, which is no user itself */
        agent?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What it is for */
          name: string
          /** @description The types that it reaches; all by default */
          type_slugs?: string[] | null
          /** @description What it may be used for; everything by default */
          actions?: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[] | null
          /** @description RFC 3339, in the future; in 90 days by default, null for never */
          expires_at?: string | null
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            name: string
            type_slugs: string[] | null
            actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[] | null
            expires_at: string | null
            /** Format: date-time */
            created_at: string
            last_used_at: string | null
            /** @description For `Authorization: Bearer`; shown once */
            token: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-auth-tokens-id': {
    parameters: {
      query?: {
        /** @description URN of the user whose tokens are meant; for the command line on the store, which is no user itself */
        agent?: string
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-events': {
    parameters: {
      query?: {
        /** @description Only events of this type, such as Resource.Created */
        type?: string
        /** @description Only events about this URN */
        subject?: string
        /** @description Only events of this moment or later */
        since?: string
        /** @description Only events of this moment or earlier */
        until?: string
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @constant */
              specversion: '1.0'
              id: string
              /** Format: uri-reference */
              source: string
              type: string
              subject: string
              /** Format: date-time */
              time: string
              /** @constant */
              datacontenttype: 'application/json'
              data: {
                actor: string
                impersonator?: string
                type_slug?: string
                sequence_no?: number
                /** @description Of a change of a role or setting: the value before it */
                from?: unknown
                /** @description Of a change of a role or setting: the value after it */
                to?: unknown
                /** @description Of a sign-in or a refused token: the address of the client */
                address?: string
                /**
                 * @description The change came with a copy of another service
                 * @constant
                 */
                copy?: true
              }
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-events-stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': unknown
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            status: 'ok'
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-health-checks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description The worst status of a check
             * @enum {string}
             */
            status: 'ok' | 'degraded' | 'failing'
            checks: {
              /** @description `<part>:<thing>`, such as `store:log` */
              name: string
              /** @enum {string} */
              status: 'ok' | 'degraded' | 'failing'
              message: string
            }[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-health-instances': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              id: string
              host: string
              pid: number
              version: string
              /** @description The commit that the service was built from, if the build knew it */
              commit?: string
              /** @description Where the instance listens */
              url: string
              /** Format: date-time */
              started_at: string
              /** Format: date-time */
              last_seen_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-health-ready': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            status: 'ok'
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-health-store': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            last_conversion: {
              from: number
              to: number
              /** @description Documents that were converted */
              rows: number
              seconds: number
              /**
               * Format: date-time
               * @description When it ended
               */
              at: string
              /** @description The release that converted it */
              version: string
              commit?: string
            } | null
            last_backup: {
              /**
               * Format: date-time
               * @description When it ended
               */
              at: string
              /** @description Name of the file, without its folder */
              file: string
              bytes: number
              /** @description Documents in it */
              rows: number
              seconds: number
            } | null
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-openapi-json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-openapi-document': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Null without one */
            document: {
              /** @description Name of the file */
              file: string
              title: string
              version: string
              description: string
              /** @description Under which its paths are mounted */
              prefix: string
              /** @description The resource types that come from it */
              type_slugs: string[]
            } | null
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-openapi-operations': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description In capitals */
              method: string
              /** @description Where it is served */
              path: string
              /** @description That of the document, else the method and the path there */
              operation_id: string
              /** @description Empty where the document has none */
              summary: string
              /** @description Null where nothing answers it: 501 */
              controller: string | null
              /** @description The first one outermost */
              middleware: string[]
              /** @description The resource type of its items */
              type_slug: string | null
              /** @description Open to everybody */
              public: boolean
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-openapi-schemas': {
    parameters: {
      query?: {
        dry_run?: string
        force?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          schemas: {
            name: string
            /** @description The schema of its resource type, as `plinth openapi` makes it of the component */
            schema: Record<string, unknown>
          }[]
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            compatible: boolean
            schemas: {
              schema: string
              slug: string
              /** @enum {string} */
              change: 'created' | 'updated' | 'revived' | 'unchanged' | 'refused'
              problems: {
                [key: string]: unknown
              }[]
            }[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-organizations': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** @description what it is called */
              name: string
              /** @description short name for addresses, which no other one has */
              slug: string
              /** @description what it is */
              description: string
              /** @description address of its website */
              url: string
              /** @description address of its logo */
              logo_url: string
              /** @enum {string} */
              status: 'active' | 'archived'
              /** Format: date-time */
              created_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-organizations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description what it is called */
          name: string
          /** @description short name for addresses, which no other one has */
          slug: string
          /** @description what it is */
          description?: string
          /** @description address of its website */
          url?: string
          /** @description address of its logo */
          logo_url?: string
          id?: never
          created_at?: never
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description what it is called */
            name: string
            /** @description short name for addresses, which no other one has */
            slug: string
            /** @description what it is */
            description: string
            /** @description address of its website */
            url: string
            /** @description address of its logo */
            logo_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-organizations-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description what it is called */
            name: string
            /** @description short name for addresses, which no other one has */
            slug: string
            /** @description what it is */
            description: string
            /** @description address of its website */
            url: string
            /** @description address of its logo */
            logo_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-organizations-id': {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description what it is called */
          name?: string
          /** @description short name for addresses, which no other one has */
          slug?: string
          /** @description what it is */
          description?: string
          /** @description address of its website */
          url?: string
          /** @description address of its logo */
          logo_url?: string
          id?: never
          created_at?: never
          /** @enum {string} */
          status?: 'active' | 'archived'
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description what it is called */
            name: string
            /** @description short name for addresses, which no other one has */
            slug: string
            /** @description what it is */
            description: string
            /** @description address of its website */
            url: string
            /** @description address of its logo */
            logo_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-organizations-id': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            problems: Record<string, unknown>[]
          }
        }
      }
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-organizations-id-members': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** @description given name */
              given_name: string
              /** @description family name */
              family_name: string
              /** @description given name and family name, joined by the service */
              name: string
              /** @description e-mail address */
              email: string
              /** @description address of a picture */
              avatar_url: string
              /** @enum {string} */
              status: 'active' | 'archived'
              /** Format: date-time */
              created_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-organizations-id-members': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description URN of the person, or its last part */
          person_id: string
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description given name */
            given_name: string
            /** @description family name */
            family_name: string
            /** @description given name and family name, joined by the service */
            name: string
            /** @description e-mail address */
            email: string
            /** @description address of a picture */
            avatar_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-organizations-id-members-personId': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
        personId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-persons': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** @description given name */
              given_name: string
              /** @description family name */
              family_name: string
              /** @description given name and family name, joined by the service */
              name: string
              /** @description e-mail address */
              email: string
              /** @description address of a picture */
              avatar_url: string
              /** @enum {string} */
              status: 'active' | 'archived'
              /** Format: date-time */
              created_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-persons': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description given name */
          given_name: string
          /** @description family name */
          family_name: string
          name?: never
          /** @description e-mail address */
          email?: string
          /** @description address of a picture */
          avatar_url?: string
          id?: never
          created_at?: never
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description given name */
            given_name: string
            /** @description family name */
            family_name: string
            /** @description given name and family name, joined by the service */
            name: string
            /** @description e-mail address */
            email: string
            /** @description address of a picture */
            avatar_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-persons-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description given name */
            given_name: string
            /** @description family name */
            family_name: string
            /** @description given name and family name, joined by the service */
            name: string
            /** @description e-mail address */
            email: string
            /** @description address of a picture */
            avatar_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-persons-id': {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description given name */
          given_name?: string
          /** @description family name */
          family_name?: string
          name?: never
          /** @description e-mail address */
          email?: string
          /** @description address of a picture */
          avatar_url?: string
          id?: never
          created_at?: never
          /** @enum {string} */
          status?: 'active' | 'archived'
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description given name */
            given_name: string
            /** @description family name */
            family_name: string
            /** @description given name and family name, joined by the service */
            name: string
            /** @description e-mail address */
            email: string
            /** @description address of a picture */
            avatar_url: string
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-persons-id': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            problems: Record<string, unknown>[]
          }
        }
      }
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-resource-types': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
        /** @description Also archived, abstract and value-object types */
        includeAll?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description `urn:type:<slug>` */
              id: string
              /** @description What people call the type */
              name: string
              /** @description What people call several of them: `x-plural` of the schema, else the English plural of the name */
              plural: string
              /** @description The name in addresses: lower-case words joined by hyphens */
              slug: string
              description: string
              /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
              context: Record<string, unknown>
              /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
              schema?: Record<string, unknown>
              /** @enum {string} */
              status: 'active' | 'archived'
              /** Format: date-time */
              created_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-resource-types': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What people call the type */
          name: string
          /** @description The name in addresses: lower-case words joined by hyphens */
          slug: string
          description?: string
          /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
          context?: Record<string, unknown>
          /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
          schema?: Record<string, unknown>
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            compatible: boolean
            problems: {
              kind: string
              property: string
              count: number
              ids: string[]
            }[]
          }
        }
      }
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description `urn:type:<slug>` */
            id: string
            /** @description What people call the type */
            name: string
            /** @description What people call several of them: `x-plural` of the schema, else the English plural of the name */
            plural: string
            /** @description The name in addresses: lower-case words joined by hyphens */
            slug: string
            description: string
            /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
            context: Record<string, unknown>
            /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
            schema?: Record<string, unknown>
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-resource-types-_infer': {
    parameters: {
      query?: {
        /** @description CSV: what separates the cells, one character. Default: what the first line has most of */
        delimiter?: string
        /** @description The body is a whole file: a row that is cut off is an error */
        whole?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': unknown
        'application/x-ndjson': unknown
        'text/csv': unknown
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description JSON Schema of the type */
            schema: {
              [key: string]: unknown
            }
            /** @description Column → property */
            mapping: {
              [key: string]: string
            }
            conversions: {
              column?: string
              property?: string
              /** @description How many values change */
              rows?: number
              /** @description How the dates of the column are written */
              date_form?: string
              example?: {
                from?: unknown
                to?: unknown
              } | null
            }[]
            /** @description How many rows were read */
            rows: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-resource-types-presets': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              name: string
              description: string
              /** @description Slugs */
              types: string[]
              installed: boolean
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-resource-types-presets-name': {
    parameters: {
      query?: {
        /** @description Also change types that exist: what the preset names is overwritten */
        update?: boolean
        /** @description Load the sample data that was not loaded yet */
        samples?: boolean
        /** @description Check everything, change nothing */
        dry_run?: boolean
      }
      header?: never
      path: {
        name: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            created: string[]
            updated: string[]
            skipped: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-resource-types-presets-name-copy': {
    parameters: {
      query?: never
      header?: never
      path: {
        name: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            name: string
            installed: boolean
            /** @description Ids of the samples that the account of the caller has loaded, by label */
            samples: {
              [key: string]: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-resource-types-presets-name-copy': {
    parameters: {
      query?: never
      header?: never
      path: {
        name: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Ids of the samples that the account of the caller has loaded, by label */
          samples?: {
            [key: string]: string
          }
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            name: string
            installed: boolean
            /** @description Ids of the samples that the account of the caller has loaded, by label */
            samples: {
              [key: string]: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-resource-types-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description `urn:type:<slug>` */
            id: string
            /** @description What people call the type */
            name: string
            /** @description What people call several of them: `x-plural` of the schema, else the English plural of the name */
            plural: string
            /** @description The name in addresses: lower-case words joined by hyphens */
            slug: string
            description: string
            /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
            context: Record<string, unknown>
            /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
            schema?: Record<string, unknown>
            /** @enum {string} */
            status: 'active' | 'archived'
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-resource-types-id': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
        /** @description Go on where existing values are of another JSON type (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What people call the type */
          name?: string
          /** @description The name in addresses: lower-case words joined by hyphens */
          slug?: string
          description?: string
          /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
          context?: Record<string, unknown>
          /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
          schema?: Record<string, unknown> | null
          /** @enum {string} */
          status?: 'active' | 'archived'
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json':
            | {
                /** @description `urn:type:<slug>` */
                id: string
                /** @description What people call the type */
                name: string
                /** @description What people call several of them: `x-plural` of the schema, else the English plural of the name */
                plural: string
                /** @description The name in addresses: lower-case words joined by hyphens */
                slug: string
                description: string
                /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
                context: Record<string, unknown>
                /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
                schema?: Record<string, unknown>
                /** @enum {string} */
                status: 'active' | 'archived'
                /** Format: date-time */
                created_at: string
              }
            | {
                compatible: boolean
                problems: {
                  kind: string
                  property: string
                  count: number
                  ids: string[]
                }[]
              }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-resource-types-id': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
        /** @description Go on where existing values are of another JSON type (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            problems: {
              kind: string
              property: string
              count: number
              ids: string[]
            }[]
          }
        }
      }
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-resources-id-permissions': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              resource_id: string
              /** @description URN */
              agent_id: string
              actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[]
              /** @description URN */
              granted_by: string
              /** Format: date-time */
              granted_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-resources-id-permissions': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description URN */
          agent_id: string
          actions: string[]
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            resource_id: string
            /** @description URN */
            agent_id: string
            actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[]
            /** @description URN */
            granted_by: string
            /** Format: date-time */
            granted_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-resources-id-permissions-agentId': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
        agentId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-search': {
    parameters: {
      query: {
        /** @description Words that must each begin a word of the data, or of the label */
        q: string
        /** @description Resources of each type */
        limit?: number
        /** @description Add `excerpt` to each result whose label does not contain all words */
        excerpts?: boolean
        /** @description Only these types, the parameter repeated */
        type_slug?: string[]
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Types with matches: first those with a label that begins with `q`, then most matches first; at the end those that there was no time for */
            data: {
              type_slug: string
              resources: {
                /** @description URN */
                id: string
                /** @description The label, in the language of `Accept-Language` if the type has it */
                label: string
                /** @constant */
                status: 'active'
                /** @description Plain text around the first word that the label does not contain */
                excerpt?: string
              }[]
              /** @description Whether there are more matches, or may be */
              has_more: boolean
            }[]
            /** @constant */
            cursor: ''
            /** @constant */
            has_more: false
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-settings-log': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description The least severe level that every instance logs; null for that of its configuration
             * @enum {unknown}
             */
            level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | null
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-settings-log': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The least severe level that every instance logs; null for that of its configuration
           * @enum {unknown}
           */
          level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | null
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description The least severe level that every instance logs; null for that of its configuration
             * @enum {unknown}
             */
            level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | null
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-settings-role-access': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Name of a role to slugs of types (`*` for every type) to actions */
            roles: {
              [key: string]: {
                [key: string]: string[]
              }
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-settings-role-access': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Name of a role to slugs of types (`*` for every type) to actions */
          roles: {
            [key: string]: {
              [key: string]: string[]
            }
          }
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Name of a role to slugs of types (`*` for every type) to actions */
            roles: {
              [key: string]: {
                [key: string]: string[]
              }
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-settings-roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description `admin` and `member` are always among them */
            roles: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-settings-roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description `admin` and `member` are always among them */
          roles: string[]
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description `admin` and `member` are always among them */
            roles: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-settings-sidebar': {
    parameters: {
      query?: {
        /** @description The sidebar of this role; the general one by default */
        role?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Slugs of types that the sidebar leaves out */
            hidden_slugs: string[]
            /** @description Name of a group to the slugs of types in it; the others are in a group named Other */
            menu_groups: {
              [key: string]: string[]
            }
            /** @description Name of a group in `menu_groups` to its names in other languages; absent when there are none */
            group_titles?: {
              [key: string]: {
                [key: string]: string
              }
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-settings-sidebar': {
    parameters: {
      query?: {
        /** @description The sidebar of this role; the general one by default */
        role?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Slugs of types that the sidebar leaves out */
          hidden_slugs?: string[]
          /** @description Name of a group to the slugs of types in it; the others are in a group named Other */
          menu_groups?: {
            [key: string]: string[]
          }
          /** @description Name of a group in `menu_groups` to its names in other languages; absent when there are none */
          group_titles?: {
            [key: string]: {
              [key: string]: string
            }
          }
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Slugs of types that the sidebar leaves out */
            hidden_slugs: string[]
            /** @description Name of a group to the slugs of types in it; the others are in a group named Other */
            menu_groups: {
              [key: string]: string[]
            }
            /** @description Name of a group in `menu_groups` to its names in other languages; absent when there are none */
            group_titles?: {
              [key: string]: {
                [key: string]: string
              }
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-site-addresses': {
    parameters: {
      query?: {
        /** @description URN of a resource: only its address; none if the site does not show it */
        id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description On the site: `/` is the home page */
              path: string
              /** Format: date-time */
              updated_at: string
            }[]
            cursor: string
            has_more: boolean
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-site-files': {
    parameters: {
      query?: {
        /** @description On the site, with a query where it has one; 1 to 20 of them */
        path?: string[]
        /** @description What full addresses on the pages begin with. Default: the `url` of the oldest web-site, else where the site is served */
        base_url?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              path: string
              /** @description As a browser would get it: 200, 308 or 404 */
              status: number
              media_type: string
              etag: string
              /** @description Where a redirection leads to */
              location?: string
              /** @description Full address once published; absent without `base_url` and without `url` of the web-site */
              url?: string
              /** @description The content, where it is a text */
              text?: string
              /** @description The content, where it is none */
              base64?: string
            }[]
            cursor: string
            has_more: boolean
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-site-preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          type_slug: string
          /** @description URN; absent for a resource that is new */
          id?: string
          /** @description Its properties; they need not be valid yet */
          data: Record<string, unknown>
          /** @description A page of the site to show it on. Default: the page that shows it */
          path?: string
        }
        'application/x-www-form-urlencoded': {
          type_slug: string
          /** @description URN; absent for a resource that is new */
          id?: string
          /** @description Its properties; they need not be valid yet */
          data: Record<string, unknown>
          /** @description A page of the site to show it on. Default: the page that shows it */
          path?: string
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/html': string
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-site-problems': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN of the template, theme or page */
              id: string
              name: string
              kind: string
              message: string
              /** @description Name of the fragment of the theme that it stands in */
              fragment?: string
              /** @description The property that contains it, such as `templateBody` or `styles` */
              field: string
              line?: number
              column?: number
              /** @description How often the same problem occurs; the position is that of the first one */
              count: number
            }[]
            cursor: string
            has_more: boolean
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-site-types': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              type_slug: string
            }[]
            cursor: string
            has_more: boolean
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-users': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              name: string
              /** @description As the identity provider gives it; empty when it gives none */
              email: string
              /** @description One of the roles in the settings */
              role: string
              /**
               * @description A disabled user cannot do anything
               * @enum {string}
               */
              status: 'active' | 'disabled'
              /** @description URN of the account that the user works in */
              account_id: string
              /** Format: date-time */
              created_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-users-invitations': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** @description The address that they sign in with, verified by the provider */
              email: string
              /** @description One of the roles in the settings */
              role: string
              /** @description URN of the account that the user works in */
              account_id: string
              /** @description URN of the user who created it */
              created_by: string
              /** Format: date-time */
              created_at: string
              /** Format: date-time */
              expires_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-users-invitations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The address that they sign in with, verified by the provider */
          email: string
          /** @description One of the roles in the settings */
          role: string
          /** @description URN of the account; the default account when left out */
          account_id?: string
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description The address that they sign in with, verified by the provider */
            email: string
            /** @description One of the roles in the settings */
            role: string
            /** @description URN of the account that the user works in */
            account_id: string
            /** @description URN of the user who created it */
            created_by: string
            /** Format: date-time */
            created_at: string
            /** Format: date-time */
            expires_at: string
            /** @description The link to sign in by; shown only here */
            url: string
            /** @description Whether the mail server has accepted a mail with the link */
            mailed: boolean
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-users-invitations-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-users-lookup': {
    parameters: {
      query: {
        /** @description E-mail address, in whatever case */
        email: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            name: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-users-names': {
    parameters: {
      query: {
        /** @description URNs of users, the parameter repeated */
        id: string[]
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              name: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-users-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            name: string
            /** @description As the identity provider gives it; empty when it gives none */
            email: string
            /** @description One of the roles in the settings */
            role: string
            /**
             * @description A disabled user cannot do anything
             * @enum {string}
             */
            status: 'active' | 'disabled'
            /** @description URN of the account that the user works in */
            account_id: string
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-users-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What people call the user; the identity provider does not change it again */
          name?: string
          /** @description One of the roles in the settings */
          role?: string
          /**
           * @description A disabled user cannot do anything
           * @enum {string}
           */
          status?: 'active' | 'disabled'
          /** @description URN of the account that the user works in */
          account_id?: string
          id?: never
          created_at?: never
          email?: never
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            name: string
            /** @description As the identity provider gives it; empty when it gives none */
            email: string
            /** @description One of the roles in the settings */
            role: string
            /**
             * @description A disabled user cannot do anything
             * @enum {string}
             */
            status: 'active' | 'disabled'
            /** @description URN of the account that the user works in */
            account_id: string
            /** Format: date-time */
            created_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-users-id-sessions': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** Format: date-time */
              created_at: string
              /** Format: date-time */
              last_seen_at: string
              /**
               * Format: date-time
               * @description When it ends if it is not used again
               */
              expires_at: string
              user_agent: string
              /** @description Whether the request came with it */
              current: boolean
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-users-id-sessions-entry': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
        entry: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-users-id-tokens': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              name: string
              type_slugs: string[] | null
              actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[] | null
              expires_at: string | null
              /** Format: date-time */
              created_at: string
              last_used_at: string | null
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-users-id-tokens-entry': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
        entry: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-views': {
    parameters: {
      query?: {
        /** @description Only views of this type */
        type_slug?: string
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              id: string
              /** @description Slug of the type whose list it is a view of */
              type_slug: string
              name: string
              /** @description The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none */
              titles?: {
                [key: string]: string
              }
              /** @description Whether everyone in the account sees it; only administrators may set this */
              shared: boolean
              /** @description What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked */
              query: Record<string, unknown> | string
              /** @description The columns shown, in their order */
              columns: (
                | string
                | {
                    name: string
                    /** @description Pixels */
                    width?: number
                  }
              )[]
              /** @description How the resources are laid out */
              layout: {
                /** @enum {unknown} */
                kind: 'table' | 'board' | 'calendar' | 'gallery' | 'tree'
              } & (
                | {
                    /** @constant */
                    kind: 'table'
                  }
                | {
                    /** @constant */
                    kind: 'board'
                    /** @description A choice or a reference */
                    property: string
                  }
                | {
                    /** @constant */
                    kind: 'calendar'
                    /** @description A date or a date-time */
                    property: string
                    /** @description A date or a date-time */
                    end_property?: string
                  }
                | {
                    /** @constant */
                    kind: 'gallery'
                    /** @description Name of a property */
                    property?: string
                  }
                | {
                    /** @constant */
                    kind: 'tree'
                    /** @description A reference to the own type */
                    property: string
                  }
              )
              /** @description Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this */
              default: boolean
              /** @description URN of the user who saved it first */
              owner: string
              /** @description Columns and query parameters that the type does not understand any more; absent when there are none */
              stale?: string[]
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-views': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Slug of the type whose list it is a view of */
          type_slug: string
          name: string
          /** @description The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none */
          titles?: {
            [key: string]: string
          }
          /** @description Whether everyone in the account sees it; only administrators may set this */
          shared?: boolean
          /** @description What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked */
          query?: Record<string, unknown> | string
          /** @description The columns shown, in their order */
          columns?: (
            | string
            | {
                name: string
                /** @description Pixels */
                width?: number
              }
          )[]
          /** @description How the resources are laid out */
          layout?: {
            /** @enum {unknown} */
            kind: 'table' | 'board' | 'calendar' | 'gallery' | 'tree'
          } & (
            | {
                /** @constant */
                kind: 'table'
              }
            | {
                /** @constant */
                kind: 'board'
                /** @description A choice or a reference */
                property: string
              }
            | {
                /** @constant */
                kind: 'calendar'
                /** @description A date or a date-time */
                property: string
                /** @description A date or a date-time */
                end_property?: string
              }
            | {
                /** @constant */
                kind: 'gallery'
                /** @description Name of a property */
                property?: string
              }
            | {
                /** @constant */
                kind: 'tree'
                /** @description A reference to the own type */
                property: string
              }
          )
          /** @description Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this */
          default?: boolean
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description Slug of the type whose list it is a view of */
            type_slug: string
            name: string
            /** @description The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none */
            titles?: {
              [key: string]: string
            }
            /** @description Whether everyone in the account sees it; only administrators may set this */
            shared: boolean
            /** @description What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked */
            query: Record<string, unknown> | string
            /** @description The columns shown, in their order */
            columns: (
              | string
              | {
                  name: string
                  /** @description Pixels */
                  width?: number
                }
            )[]
            /** @description How the resources are laid out */
            layout: {
              /** @enum {unknown} */
              kind: 'table' | 'board' | 'calendar' | 'gallery' | 'tree'
            } & (
              | {
                  /** @constant */
                  kind: 'table'
                }
              | {
                  /** @constant */
                  kind: 'board'
                  /** @description A choice or a reference */
                  property: string
                }
              | {
                  /** @constant */
                  kind: 'calendar'
                  /** @description A date or a date-time */
                  property: string
                  /** @description A date or a date-time */
                  end_property?: string
                }
              | {
                  /** @constant */
                  kind: 'gallery'
                  /** @description Name of a property */
                  property?: string
                }
              | {
                  /** @constant */
                  kind: 'tree'
                  /** @description A reference to the own type */
                  property: string
                }
            )
            /** @description Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this */
            default: boolean
            /** @description URN of the user who saved it first */
            owner: string
            /** @description Columns and query parameters that the type does not understand any more; absent when there are none */
            stale?: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-views-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description Slug of the type whose list it is a view of */
            type_slug: string
            name: string
            /** @description The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none */
            titles?: {
              [key: string]: string
            }
            /** @description Whether everyone in the account sees it; only administrators may set this */
            shared: boolean
            /** @description What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked */
            query: Record<string, unknown> | string
            /** @description The columns shown, in their order */
            columns: (
              | string
              | {
                  name: string
                  /** @description Pixels */
                  width?: number
                }
            )[]
            /** @description How the resources are laid out */
            layout: {
              /** @enum {unknown} */
              kind: 'table' | 'board' | 'calendar' | 'gallery' | 'tree'
            } & (
              | {
                  /** @constant */
                  kind: 'table'
                }
              | {
                  /** @constant */
                  kind: 'board'
                  /** @description A choice or a reference */
                  property: string
                }
              | {
                  /** @constant */
                  kind: 'calendar'
                  /** @description A date or a date-time */
                  property: string
                  /** @description A date or a date-time */
                  end_property?: string
                }
              | {
                  /** @constant */
                  kind: 'gallery'
                  /** @description Name of a property */
                  property?: string
                }
              | {
                  /** @constant */
                  kind: 'tree'
                  /** @description A reference to the own type */
                  property: string
                }
            )
            /** @description Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this */
            default: boolean
            /** @description URN of the user who saved it first */
            owner: string
            /** @description Columns and query parameters that the type does not understand any more; absent when there are none */
            stale?: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-views-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Slug of the type whose list it is a view of */
          type_slug?: string
          name?: string
          /** @description The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none */
          titles?: {
            [key: string]: string
          }
          /** @description Whether everyone in the account sees it; only administrators may set this */
          shared?: boolean
          /** @description What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked */
          query?: Record<string, unknown> | string
          /** @description The columns shown, in their order */
          columns?: (
            | string
            | {
                name: string
                /** @description Pixels */
                width?: number
              }
          )[]
          /** @description How the resources are laid out */
          layout?: {
            /** @enum {unknown} */
            kind: 'table' | 'board' | 'calendar' | 'gallery' | 'tree'
          } & (
            | {
                /** @constant */
                kind: 'table'
              }
            | {
                /** @constant */
                kind: 'board'
                /** @description A choice or a reference */
                property: string
              }
            | {
                /** @constant */
                kind: 'calendar'
                /** @description A date or a date-time */
                property: string
                /** @description A date or a date-time */
                end_property?: string
              }
            | {
                /** @constant */
                kind: 'gallery'
                /** @description Name of a property */
                property?: string
              }
            | {
                /** @constant */
                kind: 'tree'
                /** @description A reference to the own type */
                property: string
              }
          )
          /** @description Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this */
          default?: boolean
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            id: string
            /** @description Slug of the type whose list it is a view of */
            type_slug: string
            name: string
            /** @description The name in other languages, by language tag (BCP 47); an empty object removes them. Absent when there are none */
            titles?: {
              [key: string]: string
            }
            /** @description Whether everyone in the account sees it; only administrators may set this */
            shared: boolean
            /** @description What the list is asked: its parameters by name, or as a query string. Checked against the type when it is saved, and kept as it is; what a later change of the type makes stale is marked */
            query: Record<string, unknown> | string
            /** @description The columns shown, in their order */
            columns: (
              | string
              | {
                  name: string
                  /** @description Pixels */
                  width?: number
                }
            )[]
            /** @description How the resources are laid out */
            layout: {
              /** @enum {unknown} */
              kind: 'table' | 'board' | 'calendar' | 'gallery' | 'tree'
            } & (
              | {
                  /** @constant */
                  kind: 'table'
                }
              | {
                  /** @constant */
                  kind: 'board'
                  /** @description A choice or a reference */
                  property: string
                }
              | {
                  /** @constant */
                  kind: 'calendar'
                  /** @description A date or a date-time */
                  property: string
                  /** @description A date or a date-time */
                  end_property?: string
                }
              | {
                  /** @constant */
                  kind: 'gallery'
                  /** @description Name of a property */
                  property?: string
                }
              | {
                  /** @constant */
                  kind: 'tree'
                  /** @description A reference to the own type */
                  property: string
                }
            )
            /** @description Whether the list of the type opens with it: a shared view, one for each type; only administrators may set this */
            default: boolean
            /** @description URN of the user who saved it first */
            owner: string
            /** @description Columns and query parameters that the type does not understand any more; absent when there are none */
            stale?: string[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-views-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-typeSlug': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
        /** @description Property or standard column to sort by */
        sort_by?: string
        sort_order?: 'asc' | 'desc'
        /** @description Property that must equal `filter_value` */
        filter_field?: string
        filter_value?: string
        /** @description Words that must each begin a word of the data */
        q?: string
        status?: 'active' | 'archived'
        /** @description Leave out resources that cannot be read because the store is damaged, and count them in `skipped`; for lists in the order of a standard column */
        skip_damaged?: boolean
        /** @description Also of an archived type, to copy the service (administrators) */
        copy?: boolean
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN */
        labels?: boolean
      }
      header?: never
      path: {
        typeSlug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-typeSlug': {
    parameters: {
      query?: never
      header?: never
      path: {
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': Record<string, unknown>
        'application/ld+json': Record<string, unknown>
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-typeSlug-_bulk': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
        /** @description Data may name properties that the service sets; an operation whose values differ from what the service sets is refused */
        check_read_only?: boolean
        /** @description The resources come from another service (administrators): behaviours do not run, values that the service sets are kept, references do not keep a resource from being archived, and the events have `copy: true` in their data */
        copy?: boolean
      }
      header?: never
      path: {
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          operations: {
            /** @enum {string} */
            op: 'create' | 'update' | 'patch' | 'delete' | 'restore'
            id?: string
            data?: Record<string, unknown>
            if_match?: string
          }[]
          /** @default true */
          atomic?: boolean
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            results: {
              status: number
              id?: string
              message?: string
            }[]
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-typeSlug-_import': {
    parameters: {
      query?: {
        /** @description The body is the beginning of a file, up to 1 MiB: answer one line `preview`, which says what its columns hold and where they would go, and write nothing. Goes with `mapping`, `mapping[…]`, `delimiter` and `whole` */
        preview?: boolean
        /** @description For `preview`: the body is a whole file, so that a row that is cut off is an error */
        whole?: boolean
        /** @description What becomes of columns that `mapping[…]` does not name. `titles`: they go to the properties that have them as their title, as those of an inferred type do; `listed`: they are left out. Default: they go to the property of their name; in a preview one is guessed */
        mapping?: 'titles' | 'listed'
        /** @description Property by which rows are those of resources that are there: such rows change them */
        key?: string
        /** @description Property by which references name what they refer to, in the place of ids */
        match?: string
        /** @description Rows whose `@id` is that of a resource with other content change it (merge) */
        update?: boolean
        /** @description Write nothing; find everything that is wrong with every row */
        dry_run?: boolean
        /** @description CSV: what separates the cells, one character. Default: what the first line has most of */
        delimiter?: string
        /** @description Also answer a line `reject` for each row that is refused or differs, with the row itself */
        rejects?: boolean
      }
      header?: never
      path: {
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': unknown
        'application/x-ndjson': unknown
        'text/csv': unknown
      }
    }
    responses: {
      /** @description NDJSON: lines with `progress`; at the end those with `problem`, one for each reason and at most 1,000, and one with `result`. For a copy first a line `copy`, and everywhere the `file` */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': {
            /** @description What the columns of a file hold, and where they would go */
            preview?: {
              /** @description How many rows were read, those that cannot be read included */
              rows: number
              unreadable: number
              /** @description CSV: what separates the cells */
              delimiter?: string
              /** @description The parameter `match` by which names in the place of references are found */
              match?: string
              columns: {
                column: string
                /** @description Where it goes; empty where it is left out */
                property: string
                /** @description How many rows have a value there */
                filled: number
                /** @description The first values that differ */
                samples: unknown[]
                /** @description What happens to values that change */
                conversion?: {
                  rows: number
                  /** @description How the dates of the column are written */
                  date_form?: string
                  example: {
                    from: unknown
                    to: unknown
                  }
                }
                /** @description Texts are names of resources of this type, in the place of ids */
                names?: string
              }[]
            }
            /** @description What becomes of the types of a copy */
            copy?: {
              types?: {
                created?: string[]
                updated?: string[]
                unchanged?: string[]
              }
              presets?: string[]
            }
            progress?: {
              type_slug?: string
              file?: string
              rows?: number
              loaded?: number
              refused?: number
            }
            problem?: {
              rows?: number
              reason?: string
              first?: {
                type_slug?: string
                file?: string
                row?: number
                line?: number
              }[]
            }
            reject?: {
              type_slug?: string
              file?: string
              row?: number
              line?: number
              reasons?: string[]
              /** @description The same as `reasons`, by place */
              problems?: {
                /** @description The property or column; empty for the whole row */
                field?: string
                message?: string
              }[]
              data?: unknown
            }
            /** @description How many `reject` lines were left out because nobody read the answer */
            omitted_rejects?: number
            result?: {
              loaded?: number
              updated?: number
              there?: number
              differs?: number
              refused?: number
              /** @description For a copy: the counts of each type */
              imports?: {
                type_slug?: string
                rows?: number
                loaded?: number
                updated?: number
                there?: number
                differs?: number
                refused?: number
              }[]
              /** @description Why the import ended before its end; what was loaded stays */
              error?: string
            }
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-typeSlug-id': {
    parameters: {
      query?: {
        /** @description The version wanted; the current one by default */
        sequence_no?: number
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN */
        labels?: boolean
      }
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'put-typeSlug-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': Record<string, unknown>
        'application/ld+json': Record<string, unknown>
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-typeSlug-id': {
    parameters: {
      query?: {
        /** @description Check everything, change nothing */
        dry_run?: boolean
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            problems: {
              /** @enum {string} */
              kind: 'referred-to'
              /** @description With which others refer to it */
              property: string
              count: number
              /** @description At most ten of them */
              ids: string[]
            }[]
          }
        }
      }
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'patch-typeSlug-id': {
    parameters: {
      query?: never
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/merge-patch+json': Record<string, unknown>
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-typeSlug-id-permissions': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: {
              /** @description URN */
              resource_id: string
              /** @description URN */
              agent_id: string
              actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[]
              /** @description URN */
              granted_by: string
              /** Format: date-time */
              granted_at: string
            }[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-typeSlug-id-permissions': {
    parameters: {
      query?: never
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description URN */
          agent_id: string
          actions: string[]
        }
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description URN */
            resource_id: string
            /** @description URN */
            agent_id: string
            actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete')[]
            /** @description URN */
            granted_by: string
            /** Format: date-time */
            granted_at: string
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'delete-typeSlug-id-permissions-agentId': {
    parameters: {
      query?: never
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
        agentId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      default: components['responses']['Error']
    }
  }
  'get-typeSlug-id-referrers': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
        /** @description Only resources of this type */
        type_slug?: string
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN */
        labels?: boolean
      }
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            data: Record<string, unknown>[]
            /** @description Token of the next page; empty on the last one */
            cursor: string
            has_more: boolean
            /** @description With count: how many there are in all */
            total?: number
            /** @description Instead of total, where there are more than count names or there was no time to count them all */
            total_at_least?: number
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'post-typeSlug-id-restore': {
    parameters: {
      query?: never
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-typeSlug-id-versions': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` of all, with a number counting no further than that (`total_at_least` where there are more) */
        count?: boolean | number
      }
      header?: never
      path: {
        typeSlug: string
        /** @description The full URN, or its last part */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': unknown
          'application/ld+json': Record<string, unknown>
        }
      }
      default: components['responses']['Error']
    }
  }
}
