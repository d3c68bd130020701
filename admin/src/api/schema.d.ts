// Made by `npm run admin:types` from the OpenAPI document of the service. Not to be edited.

export interface paths {
  '/api/_export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export a copy of the service
     * @description All types, the installed presets and the resources of the caller's account, archived ones included, in the form that `POST /api/_import` reads. It is answered as it is read. What a run has written is downloaded at its `href`. With `Prefer: respond-async` it is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    get: operations['exportService']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/_export/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download what a run has exported
     * @description For the user who started the run, for a day after its end or until that user starts another one.
     */
    get: operations['downloadExport']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
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
     * @description Read everything that `plinth export --all` wrote: types, presets and resources, one file after the other. Types and presets are tried before anything is written; then each resource is created. A row that does not fit is refused, the others are loaded. Repeating it creates nothing twice. The whole body is kept, then a run imports it, which continues without its client and survives a restart. The answer is the report, or after ten seconds 202 with the run, whose `result` is the same lines as a list. A body that is cut off is not imported. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    post: operations['importService']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/_publish': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Publish, unpublish and discard several resources, all or none
     * @description Of any types with `x-drafts`. Each action needs the rights of the single request. Unique values are compared after all of them. Refusals begin with `items[<index>]: `.
     */
    post: operations['publishService']
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
    /**
     * Whether a user may do something, by which rules, and what would change that
     * @description Whether a user may do something, by which rules, and what would change that.
     */
    get: operations['getAccessExplain']
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
    /**
     * List accounts, newest first
     * @description List accounts, newest first.
     */
    get: operations['listAccounts']
    put?: never
    /**
     * Create an account
     * @description Create an account.
     */
    post: operations['createAccount']
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
    /**
     * Get an account
     * @description Get an account.
     */
    get: operations['getAccount']
    /**
     * Rename an account
     * @description Rename an account.
     */
    put: operations['replaceAccount']
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
    /**
     * A backup of the whole service, as a file
     * @description A backup of the whole service, as a file.
     */
    post: operations['backupAdmin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/clean-html': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * What a page may show of the HTML of a user
     * @description Without scripts, styles, frames, forms and event handlers, by the rules of the public site. Nothing is written.
     */
    post: operations['cleanHtmlAdmin']
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
    /**
     * Act as another user, for an hour at most
     * @description Act as another user, for an hour at most.
     */
    post: operations['impersonateAdmin']
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
    /**
     * Whether you are acting as another user
     * @description Whether you are acting as another user.
     */
    get: operations['getAdminImpersonationStatus']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/jobs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List runs of jobs, newest first
     * @description List runs of jobs, newest first.
     */
    get: operations['listJobRuns']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/jobs/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a run of a job
     * @description For administrators, and for the user who started it. Only that user gets the `result`, for as long as the right is there that the run needed.
     */
    get: operations['getJobRun']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/jobs/{id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a run of a job
     * @description For administrators, and for the user who started it. A run that is waiting or running is `dead` from now on, with the code `job-cancelled`; its work stops as soon as it can. What it has written until then stays, as far as the job does not undo it. A recurring job is done again at its next time.
     */
    post: operations['cancelJobRun']
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
    /**
     * The plugins that are on, by name
     * @description The plugins that are on, by name.
     */
    get: operations['listAdminPlugins']
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
    get: operations['listAdminScreens']
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
    /**
     * Be yourself again
     * @description Be yourself again.
     */
    post: operations['stopImpersonationAdmin']
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
    /**
     * Give the empty space of the store back to the system
     * @description Give the empty space of the store back to the system. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    post: operations['compactAdminStore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/admin/store/reindex/{type}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Make what is derived from the resources of a type, after changes by other tools
     * @description Make what is derived from the resources of a type, after changes by other tools. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    post: operations['applyAdminStoreReindex']
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
    /**
     * What the store takes, by collection
     * @description What the store takes, by collection.
     */
    get: operations['getAdminStoreStats']
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
    /**
     * Sign out
     * @description Sign out.
     */
    post: operations['logoutAuth']
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
    /**
     * Who is asking, and what they may do
     * @description Who is asking, and what they may do.
     */
    get: operations['getAuthMe']
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
    /**
     * List your own sessions, newest first
     * @description List your own sessions, newest first.
     */
    get: operations['listAuthSessions']
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
    /**
     * End one of your own sessions
     * @description End one of your own sessions.
     */
    delete: operations['deleteAuthSession']
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
    /**
     * List your own API tokens, newest first
     * @description List your own API tokens, newest first.
     */
    get: operations['listAuthTokens']
    put?: never
    /**
     * Make an API token; it is shown this one time
     * @description Make an API token; it is shown this one time.
     */
    post: operations['createAuthToken']
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
    /**
     * Revoke an API token
     * @description Revoke an API token.
     */
    delete: operations['deleteAuthToken']
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
    /**
     * List events, newest first
     * @description List events, newest first.
     */
    get: operations['listEvents']
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
    /**
     * Follow events as they happen (Server-Sent Events)
     * @description Each message has the id of an event as `id`, and the event in one line as `data`. With `Last-Event-ID` the stream begins ten seconds before that event: drop those that you have. If that event is not known, the stream begins with `event: reset`: load the data again.
     */
    get: operations['getEventStream']
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
    /**
     * Whether the process is alive
     * @description Whether the process is alive.
     */
    get: operations['getHealth']
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
    /**
     * The state of the parts of the service
     * @description The state of the parts of the service.
     */
    get: operations['getHealthChecks']
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
    /**
     * The running instances of the service
     * @description The running instances of the service.
     */
    get: operations['listHealthInstances']
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
    get: operations['getHealthReady']
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
    /**
     * The last backup of the store, the last conversion of its format, and lists that took long
     * @description The last backup of the store, the last conversion of its format, and lists that took long.
     */
    get: operations['getHealthStore']
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
    /**
     * Describe this API
     * @description The OpenAPI document from which clients can be generated: every route, with the schemas of every active type.
     */
    get: operations['getApiDescription']
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
    /**
     * The OpenAPI document that a part of the service is built from
     * @description The OpenAPI document that a part of the service is built from.
     */
    get: operations['getOpenapiDocument']
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
    /**
     * The operations of that document, by path and method
     * @description The operations of that document, by path and method.
     */
    get: operations['listOpenapiOperations']
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
    /**
     * Make the resource types match the schemas of an OpenAPI document, all or none
     * @description Make the resource types match the schemas of an OpenAPI document, all or none.
     */
    post: operations['schemasOpenapi']
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
    /**
     * List organizations, newest first
     * @description Filters and orders name the fields of this shape.
     */
    get: operations['listOrganizations']
    put?: never
    /**
     * Create one of the organizations
     * @description Create one of the organizations.
     */
    post: operations['createOrganization']
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
    /**
     * Get one of the organizations
     * @description Get one of the organizations.
     */
    get: operations['getOrganization']
    /**
     * Change fields of one of the organizations
     * @description Change fields of one of the organizations.
     */
    put: operations['replaceOrganization']
    post?: never
    /**
     * Archive one of the organizations
     * @description Archive one of the organizations.
     */
    delete: operations['archiveOrganization']
    options?: never
    head?: never
    /**
     * Change fields of one of the organizations (JSON Merge Patch)
     * @description Change fields of one of the organizations (JSON Merge Patch).
     */
    patch: operations['updateOrganization']
    trace?: never
  }
  '/api/organizations/{id}/members': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the members of an organization, newest first
     * @description List the members of an organization, newest first.
     */
    get: operations['listOrganizationMembers']
    put?: never
    /**
     * Add a member
     * @description Add a member.
     */
    post: operations['createOrganizationMember']
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
    /**
     * Remove a member
     * @description Remove a member.
     */
    delete: operations['deleteOrganizationMember']
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
    /**
     * List persons, newest first
     * @description Filters and orders name the fields of this shape.
     */
    get: operations['listPersons']
    put?: never
    /**
     * Create one of the persons
     * @description Create one of the persons.
     */
    post: operations['createPerson']
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
    /**
     * Get one of the persons
     * @description Get one of the persons.
     */
    get: operations['getPerson']
    /**
     * Change fields of one of the persons
     * @description Change fields of one of the persons.
     */
    put: operations['replacePerson']
    post?: never
    /**
     * Archive one of the persons
     * @description Archive one of the persons.
     */
    delete: operations['archivePerson']
    options?: never
    head?: never
    /**
     * Change fields of one of the persons (JSON Merge Patch)
     * @description Change fields of one of the persons (JSON Merge Patch).
     */
    patch: operations['updatePerson']
    trace?: never
  }
  '/api/resource-types': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List resource types, newest first
     * @description Filters and orders name `name`, `slug`, `description` and the standard columns; `q` finds words anywhere in a type.
     */
    get: operations['listResourceTypes']
    put?: never
    /**
     * Create a resource type
     * @description With `unknown=drop`, keywords and formats of the schema that are not known are left out and listed in `dropped`; draft-04, draft-06, 2019-09, components of OpenAPI 3.0 and a root that is no object are rewritten, which `rewritten` lists. Without it they are 400.
     */
    post: operations['createResourceType']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/_check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check whether a resource type can be created
     * @description Check whether a resource type can be created.
     */
    post: operations['checkResourceType']
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
    post: operations['inferResourceTypes']
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
    /**
     * List presets, by name
     * @description List presets, by name.
     */
    get: operations['listResourceTypePresets']
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
    /**
     * Install a preset, or what is missing of it
     * @description Install a preset, or what is missing of it. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    post: operations['applyResourceTypePreset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/resource-types/presets/{name}/_check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check what installing a preset would do
     * @description Check what installing a preset would do.
     */
    post: operations['checkResourceTypePresetChange']
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
    /**
     * Get what a copy of this service takes over: whether the preset is installed, and which samples are loaded
     * @description Get what a copy of this service takes over: whether the preset is installed, and which samples are loaded.
     */
    get: operations['getResourceTypePresetCopy']
    /**
     * Note a preset as installed in a copy of another service: behaviours on, no type created or changed
     * @description Note a preset as installed in a copy of another service: behaviours on, no type created or changed.
     */
    put: operations['replaceResourceTypePresetCopy']
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
    /**
     * Get a resource type, archived ones too
     * @description Get a resource type, archived ones too.
     */
    get: operations['getResourceType']
    /**
     * Change fields of a resource type
     * @description With `unknown=drop`, keywords and formats of the schema that are not known are left out and listed in `dropped`; draft-04, draft-06, 2019-09, components of OpenAPI 3.0 and a root that is no object are rewritten, which `rewritten` lists. Without it they are 400. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    put: operations['replaceResourceType']
    post?: never
    /**
     * Archive a resource type
     * @description Archive a resource type. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    delete: operations['archiveResourceType']
    options?: never
    head?: never
    /**
     * Change fields of a resource type (JSON Merge Patch)
     * @description Members of `context` and `schema` are merged too; null removes one. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    patch: operations['updateResourceType']
    trace?: never
  }
  '/api/resource-types/{id}/_check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check what a change of a resource type would do to its resources
     * @description The body is that of the change; archiving has none.
     */
    post: operations['checkResourceTypeChange']
    delete?: never
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
    /**
     * List the grants on a resource, newest first
     * @description List the grants on a resource, newest first.
     */
    get: operations['listPermissions']
    put?: never
    /**
     * Grant a user actions on a resource, in place of those granted before
     * @description Grant a user actions on a resource, in place of those granted before.
     */
    post: operations['createPermission']
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
    /**
     * Take away what a user was granted on a resource
     * @description Take away what a user was granted on a resource.
     */
    delete: operations['deletePermission']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/schedules': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List what is scheduled, of resources that the caller may modify
     * @description List what is scheduled, of resources that the caller may modify.
     */
    get: operations['listSchedules']
    put?: never
    post?: never
    delete?: never
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
    /**
     * Find resources of all types by words
     * @description Find resources of all types by words.
     */
    get: operations['listSearches']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/search/due': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What is to be done, of each type
     * @description What is to be done, of each type.
     */
    get: operations['listSearchDues']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/search/newest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The newest resources of each type
     * @description The newest resources of each type.
     */
    get: operations['listSearchNewests']
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
    /**
     * What every instance logs
     * @description What every instance logs.
     */
    get: operations['getSettingLog']
    /**
     * Change what every instance logs
     * @description Change what every instance logs.
     */
    put: operations['replaceSettingLog']
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
    /**
     * Which role may do what to resources of which type
     * @description Which role may do what to resources of which type.
     */
    get: operations['getSettingRoleAccess']
    /**
     * Save which role may do what to resources of which type
     * @description Save which role may do what to resources of which type.
     */
    put: operations['replaceSettingRoleAccess']
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
    /**
     * List the roles
     * @description List the roles.
     */
    get: operations['getSettingRoles']
    /**
     * Save the list of roles
     * @description Save the list of roles.
     */
    put: operations['replaceSettingRoles']
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
    /**
     * What the sidebar of the admin shows
     * @description What the sidebar of the admin shows.
     */
    get: operations['getSettingSidebar']
    /**
     * Save a sidebar
     * @description Save a sidebar.
     */
    put: operations['replaceSettingSidebar']
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
    /**
     * The addresses of the public site
     * @description The addresses of the public site.
     */
    get: operations['listSiteAddresses']
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
    get: operations['listSiteFiles']
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
    post: operations['previewSite']
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
    get: operations['listSiteProblems']
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
    /**
     * The types whose resources have a preview
     * @description The types whose resources have a preview.
     */
    get: operations['listSiteTypes']
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
    /**
     * List the users of every account, newest first
     * @description List the users of every account, newest first.
     */
    get: operations['listUsers']
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
    /**
     * List the invitations that can still be used, newest first
     * @description List the invitations that can still be used, newest first.
     */
    get: operations['listUserInvitations']
    put?: never
    /**
     * Invite a person to sign in, for seven days
     * @description Invite a person to sign in, for seven days.
     */
    post: operations['createUserInvitation']
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
    /**
     * Revoke an invitation
     * @description Revoke an invitation.
     */
    delete: operations['deleteUserInvitation']
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
    /**
     * Find a user of the own account by e-mail address, for granting
     * @description Find a user of the own account by e-mail address, for granting.
     */
    get: operations['getUserLookup']
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
    /**
     * Names of users of the own account; unknown ones are left out
     * @description Names of users of the own account; unknown ones are left out.
     */
    get: operations['listUserNames']
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
    /**
     * Get a user
     * @description Get a user.
     */
    get: operations['getUser']
    /**
     * Change fields of a user, or move the user to another account
     * @description Change fields of a user, or move the user to another account.
     */
    put: operations['replaceUser']
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
    /**
     * List the sessions of a user, newest first
     * @description List the sessions of a user, newest first.
     */
    get: operations['listUserSessions']
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
    /**
     * End a session of a user
     * @description End a session of a user.
     */
    delete: operations['deleteUserSession']
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
    /**
     * List the API tokens of a user, newest first
     * @description List the API tokens of a user, newest first.
     */
    get: operations['listUserTokens']
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
    /**
     * Revoke an API token of a user
     * @description Revoke an API token of a user.
     */
    delete: operations['deleteUserToken']
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
    /**
     * List one’s own views and the shared ones, newest first
     * @description List one’s own views and the shared ones, newest first.
     */
    get: operations['listViews']
    put?: never
    /**
     * Save a view
     * @description Save a view.
     */
    post: operations['createView']
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
    /**
     * Get a view
     * @description Get a view.
     */
    get: operations['getView']
    /**
     * Change what is sent of a view
     * @description Change what is sent of a view.
     */
    put: operations['replaceView']
    post?: never
    /**
     * Take a view away
     * @description Take a view away.
     */
    delete: operations['deleteView']
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
    /**
     * List resources
     * @description The active resources that the caller may read, newest first, in pages. Filters, words, order and the properties in the answer are parameters.
     */
    get: operations['listResources']
    /**
     * Create a resource, or replace the one with this value of a unique property
     * @description With `key=sku` the resource whose `sku` is that of the body is replaced; where there is none, it is created, and its address is in `Location`.
     */
    put: operations['upsertResource']
    /**
     * Create a resource
     * @description The body has the properties of the type; its id is given by the service. `Location` is its address.
     */
    post: operations['createResource']
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
    /**
     * Create, change, archive and restore many resources at once
     * @description All operations or, with `"atomic": false`, those that can be done. The results are in their order, each with the status that the single request would have had.
     */
    post: operations['bulkResources']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/_bulk/_check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check what a bulk write would do
     * @description All operations or, with `"atomic": false`, those that can be done. The results are in their order, each with the status that the single request would have had.
     */
    post: operations['checkResourceBulk']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/_check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check whether a resource can be created
     * @description Everything that creating it checks, with the same body; nothing is written.
     */
    post: operations['checkResource']
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
     * @description Read a file and create a resource of each row, in the order of the file. A row that does not fit is refused, the others are loaded. Rows without `@id` get ids that follow from their content, so that a repeat creates nothing twice. With `preview` only look at the beginning of a file. The whole body is kept, then a run imports it, which continues without its client and survives a restart. The answer is the report, or after ten seconds 202 with the run, whose `result` is the same lines as a list. A body that is cut off is not imported. A change that takes longer than ten seconds is answered with 202: `Location` is the run that continues it, where progress, result and errors are read (`GET /api/admin/jobs/{id}`).
     */
    post: operations['importResources']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/_query': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * List resources by a query in the body
     * @description The parameters of the list as a JSON body, for filters that are too long for an address. Answers like the list.
     */
    post: operations['queryResources']
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
    /**
     * Get a resource, or one of its versions
     * @description Archived resources too. With `include` the resources that it refers to follow in the graph.
     */
    get: operations['getResource']
    /**
     * Replace the data of a resource
     * @description Properties that the body leaves out are removed.
     */
    put: operations['replaceResource']
    post?: never
    /**
     * Archive a resource
     * @description It leaves the lists, and can be restored. Refused while others must not lose it (`x-on-archive`).
     */
    delete: operations['archiveResource']
    options?: never
    head?: never
    /**
     * Change properties of a resource (JSON Merge Patch)
     * @description Properties that the body leaves out stay. null removes one; where it is required and allows null, null is stored.
     */
    patch: operations['updateResource']
    trace?: never
  }
  '/api/{typeSlug}/{id}/_check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check whether a resource can be replaced, changed or archived
     * @description The body is that of the change; archiving has none. For archiving the answer names the resources whose references prevent it.
     */
    post: operations['checkResourceChange']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/discard': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Discard the changes that are not public
     * @description What is public becomes the draft, as a new version. Needs `odrl:modify`.
     */
    post: operations['discardResource']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/permissions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the grants on a resource, newest first
     * @description List the grants on a resource, newest first.
     */
    get: operations['listResourcePermissions']
    put?: never
    /**
     * Grant a user actions on a resource, in place of those granted before
     * @description Grant a user actions on a resource, in place of those granted before.
     */
    post: operations['createResourcePermission']
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
    /**
     * Take away what a user was granted on a resource
     * @description Take away what a user was granted on a resource.
     */
    delete: operations['deleteResourcePermission']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/preview-links': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Make a link that shows the draft of a resource on its page
     * @description To anybody who has it, until it expires or its maker may no longer modify the resource. Other drafts stay as they are published.
     */
    post: operations['createResourcePreviewLink']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/publish': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Publish a version of a resource
     * @description Needs `odrl:distribute` and `odrl:modify`. The content gets no new version; its ETag changes. `If-Match` takes the whole ETag. What is published already stays as it is.
     */
    post: operations['publishResource']
    delete?: never
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
    /**
     * List the resources that refer to a resource, newest first
     * @description Of all types, as far as the caller may read them.
     */
    get: operations['listResourceReferrers']
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
    /**
     * Restore an archived resource
     * @description Restore an archived resource.
     */
    post: operations['restoreResource']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/schedule': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the schedules of a resource
     * @description List the schedules of a resource.
     */
    get: operations['listResourceSchedules']
    put?: never
    /**
     * Schedule to publish a version, or to end a publication
     * @description Needs `odrl:distribute` and `odrl:modify`, now and at that time. Late means at once.
     */
    post: operations['createResourceSchedule']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/schedule/{scheduleId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Remove a schedule that waits, or has failed
     * @description Remove a schedule that waits, or has failed.
     */
    delete: operations['deleteResourceSchedule']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{typeSlug}/{id}/unpublish': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * End the publication of a resource
     * @description Needs `odrl:distribute` and `odrl:modify`. It stays as a draft.
     */
    post: operations['unpublishResource']
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
    /**
     * List the versions of a resource, newest first
     * @description Every state that the resource had, with who wrote it and when.
     */
    get: operations['listResourceVersions']
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
  schemas: {
    /** CopyLine */
    CopyLine: {
      files?: string[]
      file?: string
      row?: unknown
      /**
       * Format: int64
       * @example 1
       */
      line?: number
      left_out?: {
        [key: string]: number
      }
      problems?: {
        field?: string
        message?: string
      }[]
    }
    Message: {
      /** @description What is wrong, in a sentence */
      message: string
    }
    /** @description A problem (RFC 9457) */
    Problem: {
      /** @description Identifies the kind of problem */
      type: string
      title: string
      /** Format: int32 */
      status: number
      /** @description What is wrong, in a sentence */
      detail: string
      /** @description Stable, for programs */
      code: string
      /** @description What is wrong with a body */
      problems?: components['schemas']['FieldProblem'][]
      /** @description The query parameter that is wrong */
      parameter?: string
      /** @description With `query-too-slow`: the fields of filters that no index serves */
      fields?: string[]
      /** @description With `query-too-slow`: the index that would serve the list, as an item of `x-indexes` in the schema of the type */
      index?: string[]
      /** @description With `outcome-unknown`: the resource that was perhaps created */
      id?: string
      resource?: components['schemas']['ProblemResource']
    }
    FieldProblem: {
      /** @description JSON Pointer (RFC 6901) into the body */
      pointer: string
      code: string
      message: string
    }
    /** @description With `not-unique`: the resource that has the value, if the caller may read it */
    ProblemResource: {
      id: string
      /** @enum {string} */
      status: 'active' | 'archived'
    }
    /** ImportLine */
    ImportLine: {
      /** @description What the columns of a file contain, and where they would go */
      preview?: {
        /**
         * Format: int64
         * @description How many rows were read, those that cannot be read included
         * @example 0
         */
        rows: number
        /**
         * Format: int64
         * @example 0
         */
        unreadable: number
        /** @description CSV: what separates the cells */
        delimiter?: string
        /** @description The parameter `match` by which names in the place of references are found */
        match?: string
        columns: {
          column: string
          /** @description Where it goes; empty where it is left out */
          property: string
          /**
           * Format: int64
           * @description How many rows have a value there
           * @example 0
           */
          filled: number
          /** @description The first values that differ */
          samples: unknown[]
          /** @description What happens to values that change */
          conversion?: {
            /**
             * Format: int64
             * @example 0
             */
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
        /** @description What schemas of version 0.2.0 lost: annotations of properties that are no columns, as the slug of the type and a JSON Pointer */
        dropped?: string[]
      }
      problem?: {
        /**
         * Format: int64
         * @example 0
         */
        rows?: number
        reason?: string
        first?: {
          type_slug?: string
          file?: string
          /**
           * Format: int64
           * @example 0
           */
          row?: number
          /**
           * Format: int64
           * @example 0
           */
          line?: number
        }[]
      }
      reject?: {
        type_slug?: string
        file?: string
        /**
         * Format: int64
         * @example 0
         */
        row?: number
        /**
         * Format: int64
         * @example 0
         */
        line?: number
        reasons?: string[]
        /** @description The same as `reasons`, by place */
        problems?: {
          /** @description The property or column; empty for the whole row */
          field?: string
          message?: string
          /** @description As in `problems` of a refused request */
          code?: string
          /** @description What the code is about: a limit, the types, the values allowed */
          params?: {
            [key: string]: unknown
          }
        }[]
        data?: unknown
      }
      /**
       * Format: int64
       * @description How many `reject` lines were left out, because the report would be larger than a run can keep
       * @example 0
       */
      omitted_rejects?: number
      /** @description What was noticed about the columns and cells of a file */
      notes?: {
        /** @description Columns that were imported as properties which the type does not declare, at most 100 */
        undeclared?: string[]
        /** @description CSV: cells that an export writes otherwise, as 12.5 for `12.50` */
        rewritten?: {
          /**
           * Format: int64
           * @example 0
           */
          cells: number
          example?: {
            column: string
            from: string
            to: unknown
          }
        }
      }
      result?: {
        /**
         * Format: int64
         * @example 0
         */
        loaded?: number
        /**
         * Format: int64
         * @example 0
         */
        updated?: number
        /**
         * Format: int64
         * @example 0
         */
        there?: number
        /**
         * Format: int64
         * @example 0
         */
        differs?: number
        /**
         * Format: int64
         * @example 0
         */
        refused?: number
        /**
         * Format: int64
         * @description Of a copy: how many resources were written without values that the type requires and that exports leave out (`writeOnly`, `format: password`)
         * @example 0
         */
        without_secrets?: number
        /** @description For a copy: the counts of each type */
        imports?: {
          type_slug?: string
          /**
           * Format: int64
           * @example 0
           */
          rows?: number
          /**
           * Format: int64
           * @example 0
           */
          loaded?: number
          /**
           * Format: int64
           * @example 0
           */
          updated?: number
          /**
           * Format: int64
           * @example 0
           */
          there?: number
          /**
           * Format: int64
           * @example 0
           */
          differs?: number
          /**
           * Format: int64
           * @example 0
           */
          refused?: number
          /**
           * Format: int64
           * @description Of a copy: how many resources were written without values that the type requires and that exports leave out (`writeOnly`, `format: password`)
           * @example 0
           */
          without_secrets?: number
        }[]
      }
    }
    PublishServiceInput: {
      items: {
        /** @description URN */
        id: string
        /** @enum {string} */
        action: 'publish' | 'unpublish' | 'discard'
        /**
         * Format: int64
         * @description The version to publish; the current one by default
         * @example 1
         */
        sequence_no?: number
      }[]
      /** @description Check everything, change nothing. Default: false */
      dry_run?: boolean
    }
    PublishServiceAnswer: {
      results?: {
        id: string
        /**
         * Format: int64
         * @example 0
         */
        published_no: number | null
        /** @enum {string} */
        publication: 'draft' | 'published' | 'changed'
      }[]
      /** @description What the resources refer to that is not public */
      unpublished?: string[]
      /** @description With `dry_run`: what would refuse it */
      problems?: {
        /**
         * Format: int64
         * @example 0
         */
        index?: number
        id?: string
        code?: string
        message: string
      }[]
    }
    AccessExplain: {
      allowed: boolean
      /** @description URN */
      agent: string
      /** @enum {string} */
      action: 'odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute'
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
    AccountList: {
      data: components['schemas']['Account'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    Account: {
      /** @description URN */
      id: string
      /** @description What people call the account */
      name: string
      /** Format: date-time */
      created_at: string
    }
    AccountInput: {
      /** @description What people call the account */
      name: string
    }
    ReplaceAccountInput: {
      /** @description What people call the account */
      name?: string
    }
    CleanHtmlAdminInput: {
      /** @example <p>Opens at <b>eight</b>.</p> */
      html: string
    }
    CleanHtmlAdminAnswer: {
      /** @example <p>Opens at <b>eight</b>.</p> */
      html: string
    }
    ImpersonateAdminInput: {
      /** @description URN of the user to act as */
      agent_id: string
    }
    AdminImpersonationStatus: {
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
    JobRunList: {
      data: components['schemas']['JobRun'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    /** JobRun */
    JobRun: {
      /** @description `urn:job-run:<id>` */
      id: string
      /** @description `<plugin>:<job>` */
      name: string
      /**
       * @description `dead`: it failed for good, or was cancelled
       * @enum {string}
       */
      state: 'waiting' | 'running' | 'done' | 'dead'
      /**
       * Format: int64
       * @description Attempts so far, the present one included
       * @example 0
       */
      attempt: number
      /**
       * Format: int64
       * @example 1
       */
      max_attempts: number
      /** @description Why the last attempt failed, or why the run waits: a problem (RFC 9457) */
      error: {
        type: string
        title: string
        /**
         * Format: int64
         * @example 0
         */
        status: number
        /** @description What is wrong, in a sentence */
        detail: string
        code: string
      } | null
      progress: {
        /**
         * Format: double
         * @example 0
         */
        done: number
        /**
         * Format: double
         * @description null while it is not known
         * @example 0
         */
        total: number | null
      } | null
      /** @description The `href` of the result: the address at which what the run has made is read */
      href: string | null
      /** @description URN of the user who started it */
      started_by: string
      /** Format: date-time */
      created_at: string
      /**
       * Format: date-time
       * @description When a waiting run is tried next
       */
      due_at: string | null
      /**
       * Format: date-time
       * @description When the last attempt began
       */
      started_at: string | null
      /** Format: date-time */
      ended_at: string | null
      /** @description Of a run that is done, in the answer for it alone, for who started it: what the request would have been answered */
      result?: unknown
    }
    AdminPluginList: {
      data: components['schemas']['AdminPlugin'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    AdminPlugin: {
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
      /** @description Its rules for resources: those that always run, and those that types enable */
      behaviours: string[]
      /**
       * Format: double
       * @description How long its start took
       * @example 0
       */
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
    }
    AdminScreenList: {
      data: components['schemas']['AdminScreen'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    AdminScreen: {
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
      /** @description A page of the admin, or a Vue file in the folder `screens` of the plugin */
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
    }
    CompactAdminStoreAnswer: {
      /**
       * Format: int64
       * @example 0
       */
      freed_bytes: number
      /**
       * Format: double
       * @example 0
       */
      seconds: number
    }
    ApplyAdminStoreReindexAnswer: {
      type: string
      /**
       * Format: int64
       * @description How many resources were read
       * @example 0
       */
      resources: number
      /**
       * Format: double
       * @example 0
       */
      seconds: number
    }
    AdminStoreStats: {
      kind: string
      /**
       * Format: int64
       * @description What the store takes
       * @example 0
       */
      bytes: number | null
      /**
       * Format: int64
       * @description The part of it that contains nothing, which compacting gives back
       * @example 0
       */
      free_bytes: number | null
      /**
       * Format: int64
       * @description The log of writes beside the store (SQLite)
       * @example 0
       */
      log_bytes: number | null
      /** @description The largest first; `_versions` are the earlier states of the resources of all types */
      collections: {
        name: string
        /**
         * Format: int64
         * @example 0
         */
        rows: number | null
        /**
         * Format: int64
         * @example 0
         */
        bytes: number | null
        /**
         * Format: int64
         * @example 0
         */
        index_bytes: number | null
      }[]
    }
    AuthMe: {
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
    AuthSessionList: {
      data: components['schemas']['AuthSession'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    AuthSession: {
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
    }
    AuthTokenList: {
      data: components['schemas']['AuthToken'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    AuthToken: {
      /** @description URN */
      id: string
      name: string
      type_slugs: string[] | null
      actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute')[] | null
      expires_at: string | null
      /** Format: date-time */
      created_at: string
      last_used_at: string | null
    }
    AuthTokenInput: {
      /** @description What it is for */
      name: string
      /** @description The types that it reaches; all by default */
      type_slugs?: string[] | null
      /** @description What it may be used for; everything by default */
      actions?: ('odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute')[] | null
      /** @description RFC 3339, in the future; in 90 days by default, null for never */
      expires_at?: string | null
    }
    CreateAuthTokenAnswer: {
      /** @description URN */
      id: string
      name: string
      type_slugs: string[] | null
      actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute')[] | null
      expires_at: string | null
      /** Format: date-time */
      created_at: string
      last_used_at: string | null
      /** @description For `Authorization: Bearer`; shown once */
      token: string
    }
    EventList: {
      data: components['schemas']['Event'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    /** Event */
    Event: {
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
        /**
         * Format: int64
         * @example 0
         */
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
    }
    Health: {
      /** @constant */
      status: 'ok'
    }
    HealthChecks: {
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
        /** @description Which message it is */
        code?: string
        /** @description What the message contains; bytes under names that end with `bytes` */
        params?: {
          [key: string]: string | number
        }
      }[]
    }
    HealthInstanceList: {
      data: components['schemas']['HealthInstance'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    HealthInstance: {
      id: string
      host: string
      /**
       * Format: int64
       * @example 0
       */
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
    }
    HealthStore: {
      /** @description Lists that took more than a second in the last seven days, by their shapes, the last seen first */
      slow_lists: {
        /** @description The slug of the type */
        type: string
        /** @description Field and operator of each filter */
        filter: string[]
        /** @description Field and direction of the order */
        sort: string
        /**
         * Format: int64
         * @description How often
         * @example 0
         */
        times: number
        /**
         * Format: int64
         * @description How many of them ended with `query-too-slow`
         * @example 0
         */
        refused: number
        /**
         * Format: int64
         * @description The longest time
         * @example 0
         */
        max_ms: number
        /** Format: date-time */
        last_seen_at: string
        /** @description The index that would serve them, as an item of `x-indexes`; empty if none is known */
        index: string[]
      }[]
      last_conversion: {
        /**
         * Format: int64
         * @example 0
         */
        from: number
        /**
         * Format: int64
         * @example 0
         */
        to: number
        /**
         * Format: int64
         * @description Documents that were converted
         * @example 0
         */
        rows: number
        /**
         * Format: double
         * @example 0
         */
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
        /**
         * Format: int64
         * @example 0
         */
        bytes: number
        /**
         * Format: int64
         * @description Documents in it
         * @example 0
         */
        rows: number
        /**
         * Format: double
         * @example 0
         */
        seconds: number
      } | null
    }
    OpenapiDocument: {
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
    OpenapiOperationList: {
      data: components['schemas']['OpenapiOperation'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    OpenapiOperation: {
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
    }
    SchemasOpenapiInput: {
      schemas: {
        name: string
        /** @description The schema of its resource type, as `plinth openapi` makes it of the component */
        schema: {
          [key: string]: unknown
        }
      }[]
    }
    SchemasOpenapiAnswer: {
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
    OrganizationList: {
      data: components['schemas']['Organization'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    Organization: {
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
    OrganizationInput: {
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
    }
    ReplaceOrganizationInput: {
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
      /** @description Only as it was read, with `id` beside it */
      id?: string
      /** @description Only as it was read, with `id` beside it */
      created_at?: string
      /** @enum {string} */
      status?: 'active' | 'archived'
    }
    OrganizationPatch: {
      /** @description what it is called */
      name?: string | null
      /** @description short name for addresses, which no other one has */
      slug?: string | null
      /** @description what it is */
      description?: string | null
      /** @description address of its website */
      url?: string | null
      /** @description address of its logo */
      logo_url?: string | null
      /** @description Only as it was read, with `id` beside it */
      id?: string
      /** @description Only as it was read, with `id` beside it */
      created_at?: string
      /** @enum {string} */
      status?: 'active' | 'archived'
    }
    PersonList: {
      data: components['schemas']['Person'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    Person: {
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
    OrganizationMemberInput: {
      /** @description URN of the person, or its last part */
      person_id: string
    }
    PersonInput: {
      /** @description given name */
      given_name: string
      /** @description family name */
      family_name: string
      /** @description e-mail address */
      email?: string
      /** @description address of a picture */
      avatar_url?: string
    }
    ReplacePersonInput: {
      /** @description given name */
      given_name?: string
      /** @description family name */
      family_name?: string
      /** @description Only as it was read, with `id` beside it */
      name?: string
      /** @description e-mail address */
      email?: string
      /** @description address of a picture */
      avatar_url?: string
      /** @description Only as it was read, with `id` beside it */
      id?: string
      /** @description Only as it was read, with `id` beside it */
      created_at?: string
      /** @enum {string} */
      status?: 'active' | 'archived'
    }
    PersonPatch: {
      /** @description given name */
      given_name?: string | null
      /** @description family name */
      family_name?: string | null
      /** @description Only as it was read, with `id` beside it */
      name?: string
      /** @description e-mail address */
      email?: string | null
      /** @description address of a picture */
      avatar_url?: string | null
      /** @description Only as it was read, with `id` beside it */
      id?: string
      /** @description Only as it was read, with `id` beside it */
      created_at?: string
      /** @enum {string} */
      status?: 'active' | 'archived'
    }
    ResourceTypeList: {
      data: components['schemas']['ResourceType'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    ResourceType: {
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
      context: {
        [key: string]: unknown
      }
      /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
      schema?: {
        [key: string]: unknown
      }
      /** @enum {string} */
      status: 'active' | 'archived'
      /** Format: date-time */
      created_at: string
      /**
       * Format: int64
       * @description With `convert` or `force`: how many values were converted
       * @example 0
       */
      converted?: number
      /**
       * Format: int64
       * @description With `convert` or `force`: how many values were removed
       * @example 0
       */
      removed?: number
    }
    ResourceTypeInput: {
      /** @description What people call the type */
      name: string
      /** @description The name in addresses: lower-case words joined by hyphens */
      slug: string
      description?: string
      /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
      context?: {
        [key: string]: unknown
      }
      /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
      schema?: {
        [key: string]: unknown
      }
    }
    CreateResourceTypeAnswer: {
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
      context: {
        [key: string]: unknown
      }
      /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
      schema?: {
        [key: string]: unknown
      }
      /** @enum {string} */
      status: 'active' | 'archived'
      /** Format: date-time */
      created_at: string
      /**
       * Format: int64
       * @description With `convert` or `force`: how many values were converted
       * @example 0
       */
      converted?: number
      /**
       * Format: int64
       * @description With `convert` or `force`: how many values were removed
       * @example 0
       */
      removed?: number
      /** @description With `unknown=drop`: the keywords that were left out */
      dropped?: {
        /** @description JSON Pointer into the body */
        pointer: string
        keyword: string
        value: unknown
        code?: string
        message?: string
      }[]
      /** @description With `unknown=drop`: the parts that were written in another form */
      rewritten?: {
        /** @description JSON Pointer into the body */
        pointer: string
        keyword?: string
        value?: unknown
        code: string
        message: string
      }[]
      /** @description Of a type that gets `x-drafts`: how many of its resources are published, and how many are drafts */
      drafts?: {
        /**
         * Format: int64
         * @example 0
         */
        published: number
        /**
         * Format: int64
         * @example 0
         */
        draft: number
      }
    }
    CheckResourceTypeAnswer: {
      compatible: boolean
      /**
       * Format: int64
       * @description With `convert` or `force`: how many values were converted
       * @example 0
       */
      converted?: number
      /**
       * Format: int64
       * @description With `convert` or `force`: how many values were removed
       * @example 0
       */
      removed?: number
      /** @description Of a type that gets `x-drafts`: how many of its resources are published, and how many are drafts */
      drafts?: {
        /**
         * Format: int64
         * @example 0
         */
        published: number
        /**
         * Format: int64
         * @example 0
         */
        draft: number
      }
      problems: {
        kind: string
        property: string
        /**
         * Format: int64
         * @example 0
         */
        count: number
        /**
         * Format: int64
         * @description Of `type-changed`: resources whose values can be converted
         * @example 0
         */
        converted?: number
        /**
         * Format: int64
         * @description Of `type-changed`: resources with a value that would be lost
         * @example 0
         */
        lost?: number
        ids: string[]
      }[]
      /** @description What is accepted and probably wrong: a `default` that the schema forbids. Absent if there is nothing */
      warnings?: {
        /** @description JSON Pointer into the body */
        pointer: string
        keyword?: string
        value?: unknown
        code: string
        message: string
      }[]
      /** @description With `unknown=drop`: the keywords that were left out */
      dropped?: {
        /** @description JSON Pointer into the body */
        pointer: string
        keyword: string
        value: unknown
        code?: string
        message?: string
      }[]
      /** @description With `unknown=drop`: the parts that were written in another form */
      rewritten?: {
        /** @description JSON Pointer into the body */
        pointer: string
        keyword?: string
        value?: unknown
        code: string
        message: string
      }[]
      /** @description With `unknown=drop`: the schema as it would be stored */
      schema?: {
        [key: string]: unknown
      } | null
    }
    InferResourceTypesAnswer: {
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
        /**
         * Format: int64
         * @description How many values change
         * @example 0
         */
        rows?: number
        /**
         * Format: int64
         * @description How many of them are numbers that an export writes otherwise, as 12.5 for `12.50`
         * @example 0
         */
        rewritten?: number
        /** @description How the dates of the column are written */
        date_form?: string
        example?: {
          from?: unknown
          to?: unknown
        } | null
      }[]
      /**
       * Format: int64
       * @description How many rows were read
       * @example 0
       */
      rows: number
      /** @description Rows that cannot be read, if there are any */
      unreadable?: {
        /**
         * Format: int64
         * @example 0
         */
        rows?: number
        first?: {
          /**
           * Format: int64
           * @example 0
           */
          row?: number
          /**
           * Format: int64
           * @example 0
           */
          line?: number
          reasons?: string[]
          data?: unknown
        }[]
      }
    }
    ResourceTypePresetList: {
      data: components['schemas']['ResourceTypePreset'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    ResourceTypePreset: {
      name: string
      description: string
      /** @description Slugs */
      types: string[]
      installed: boolean
    }
    ApplyResourceTypePresetAnswer: {
      created: string[]
      updated: string[]
      skipped: string[]
    }
    ResourceTypePresetCopy: {
      name: string
      installed: boolean
      /** @description Ids of the samples that the account of the caller has loaded, by label */
      samples: {
        [key: string]: string
      }
    }
    ResourceTypePresetCopyInput: {
      /** @description Ids of the samples that the account of the caller has loaded, by label */
      samples?: {
        [key: string]: string
      }
    }
    ReplaceResourceTypeInput: {
      /** @description What people call the type */
      name?: string
      /** @description The name in addresses: lower-case words joined by hyphens */
      slug?: string
      description?: string
      /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
      context?: {
        [key: string]: unknown
      }
      /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
      schema?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      status?: 'active' | 'archived'
      /** @description Only as it was read, with `id` beside it */
      id?: string
      /** @description Only as it was read, with `id` beside it */
      plural?: string
      /** @description Only as it was read, with `id` beside it */
      created_at?: string
    }
    CheckResourceTypeChangeInput: {
      /** @description What people call the type */
      name?: string
      /** @description The name in addresses: lower-case words joined by hyphens */
      slug?: string
      description?: string | null
      /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
      context?: {
        [key: string]: unknown
      } | null
      /** @description JSON Schema, draft 2020-12 or draft-07. `title`, `description`, `x-label`, `x-group` and `x-reverse-title` are also accepted as texts by language (BCP 47) */
      schema?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      status?: 'active' | 'archived'
      /** @description Only as it was read, with `id` beside it */
      id?: string
      /** @description Only as it was read, with `id` beside it */
      plural?: string
      /** @description Only as it was read, with `id` beside it */
      created_at?: string
    }
    ResourcePermissionInput: {
      /** @description URN */
      agent_id: string
      actions: string[]
    }
    ResourcePermission: {
      /** @description URN */
      resource_id: string
      /** @description URN */
      agent_id: string
      actions: ('odrl:read' | 'odrl:modify' | 'odrl:delete' | 'odrl:distribute')[]
      /** @description URN */
      granted_by: string
      /** Format: date-time */
      granted_at: string
    }
    ResourcePermissionList: {
      data: components['schemas']['ResourcePermission'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    ScheduleList: {
      data: components['schemas']['Schedule'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    Schedule: {
      id: string
      resource_id: string
      type_slug: string
      /** @enum {string} */
      action: 'publish' | 'unpublish'
      /** Format: date-time */
      at: string
      /**
       * Format: int64
       * @example 0
       */
      sequence_no: number | null
      /** @enum {string} */
      state: 'waiting' | 'done' | 'failed'
      /** @description Why it failed */
      message: string | null
      created_by: string
    }
    SearchList: {
      /** @description Types with matches: first those with a label that is `q`, then those with one that begins with it, then most matches first; at the end those that there was no time for */
      data: components['schemas']['Search'][]
      /** @constant */
      cursor: ''
      /** @constant */
      has_more: false
    }
    Search: {
      type_slug: string
      resources: {
        /** @description URN */
        id: string
        /** @description The label, in the language of `Accept-Language` if the type has it */
        label: string
        /** @constant */
        status: 'active'
        /**
         * @description Of types with drafts
         * @enum {string}
         */
        publication?: 'draft' | 'changed' | 'published'
        /** @description Plain text around the first word that the label does not contain */
        excerpt?: string
      }[]
      /** @description Whether there are more matches, or may be */
      has_more: boolean
    }
    SearchDueList: {
      /** @description Types with resources, the one with the nearest date first */
      data: components['schemas']['SearchDue'][]
      /** @constant */
      cursor: ''
      /** @constant */
      has_more: false
    }
    SearchDue: {
      type_slug: string
      /** @description The `_filter` with which the list of the type has all of them */
      filter: {
        [key: string]: unknown
      }
      /** @description The nearest date first, then what has none */
      resources: {
        /** @description URN */
        id: string
        /** @description The label, in the language of `Accept-Language` if the type has it */
        label: string
        /** Format: date */
        due: string | null
      }[]
      /** @description Whether the type has more, or may have */
      has_more: boolean
    }
    SearchNewestList: {
      /** @description Types with resources, the one with the newest first; at the end those that there was no time for */
      data: components['schemas']['SearchNewest'][]
      /** @constant */
      cursor: ''
      /** @constant */
      has_more: false
    }
    SearchNewest: {
      type_slug: string
      /** @description The newest first */
      resources: {
        /** @description URN */
        id: string
        /** @description The label, in the language of `Accept-Language` if the type has it */
        label: string
        /** Format: date-time */
        created_at: string
        /** @description URN of a user */
        created_by: string
        /** Format: date-time */
        updated_at: string
        /**
         * @description Of types with drafts
         * @enum {string}
         */
        publication?: 'draft' | 'changed' | 'published'
      }[]
      /** @description Whether the type has more, or may have */
      has_more: boolean
    }
    SettingLog: {
      /**
       * @description The least severe level that every instance logs; null for that of its configuration
       * @enum {string|null}
       */
      level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | null
    }
    SettingRoleAccess: {
      /** @description Name of a role to slugs of types (`*` for every type) to actions */
      roles: {
        [key: string]: {
          [key: string]: string[]
        }
      }
    }
    SettingRoles: {
      /** @description `admin` and `member` are always among them */
      roles: string[]
    }
    SettingSidebar: {
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
    SettingSidebarInput: {
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
    SiteAddressList: {
      data: components['schemas']['SiteAddress'][]
      cursor: string
      has_more: boolean
    }
    SiteAddress: {
      /** @description On the site: `/` is the home page */
      path: string
      /** Format: date-time */
      updated_at: string
      /** @description Its slug, where that cannot be part of an address, so that the last part of its id is */
      unusable_slug?: string
    }
    SiteFileList: {
      data: components['schemas']['SiteFile'][]
      cursor: string
      has_more: boolean
    }
    SiteFile: {
      path: string
      /**
       * Format: int64
       * @description As a browser would get it: 200, 308 or 404
       * @example 0
       */
      status: number
      media_type: string
      etag: string
      /** @description Where a redirection leads to */
      location?: string
      /** @description Full address once published; absent without `base_url` and without `url` of the web-site */
      url?: string
      /** @description Whether a list on it ends before all of its items are shown; absent: no */
      is_cut?: boolean
      /** @description The content, where it is a text */
      text?: string
      /** @description The content, where it is none */
      base64?: string
    }
    PreviewSiteInput: {
      type_slug: string
      /** @description URN; absent for a resource that is new */
      id?: string
      /** @description Its properties; they need not be valid yet */
      data: {
        [key: string]: unknown
      }
      /** @description A page of the site to show it on. Default: the page that shows it */
      path?: string
    }
    SiteProblemList: {
      data: components['schemas']['SiteProblem'][]
      cursor: string
      has_more: boolean
    }
    SiteProblem: {
      /** @description URN of the template, theme or page */
      id: string
      name: string
      kind: string
      message: string
      /** @description Name of the fragment of the theme that contains it */
      fragment?: string
      /** @description The property that contains it, such as `templateBody` or `styles` */
      field: string
      /**
       * Format: int64
       * @example 0
       */
      line?: number
      /**
       * Format: int64
       * @example 0
       */
      column?: number
      /**
       * Format: int64
       * @description How often the same problem occurs; the position is that of the first one
       * @example 0
       */
      count: number
    }
    SiteTypeList: {
      data: components['schemas']['SiteType'][]
      cursor: string
      has_more: boolean
    }
    SiteType: {
      type_slug: string
      /** @description Where the addresses of its resources begin; absent where they have none */
      path?: string
    }
    UserList: {
      data: components['schemas']['User'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    User: {
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
    UserInvitationInput: {
      /** @description The address that they sign in with, verified by the provider */
      email: string
      /** @description One of the roles in the settings */
      role: string
      /** @description URN of the account; the default account when left out */
      account_id?: string
    }
    CreateUserInvitationAnswer: {
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
    UserInvitationList: {
      data: components['schemas']['UserInvitation'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    UserInvitation: {
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
    }
    UserLookup: {
      /** @description URN */
      id: string
      name: string
    }
    UserNameList: {
      data: components['schemas']['UserLookup'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    UserInput: {
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
    }
    ViewList: {
      data: components['schemas']['View'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
    }
    View: {
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
      query:
        | {
            [key: string]: unknown
          }
        | string
      /** @description The columns shown, in their order */
      columns: (
        | string
        | {
            name: string
            /**
             * Format: int32
             * @description Pixels
             */
            width?: number
          }
      )[]
      /** @description How the resources are laid out */
      layout: {
        /** @enum {string} */
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
    ViewInput: {
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
      query?:
        | {
            [key: string]: unknown
          }
        | string
      /** @description The columns shown, in their order */
      columns?: (
        | string
        | {
            name: string
            /**
             * Format: int32
             * @description Pixels
             */
            width?: number
          }
      )[]
      /** @description How the resources are laid out */
      layout?: {
        /** @enum {string} */
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
    ReplaceViewInput: {
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
      query?:
        | {
            [key: string]: unknown
          }
        | string
      /** @description The columns shown, in their order */
      columns?: (
        | string
        | {
            name: string
            /**
             * Format: int32
             * @description Pixels
             */
            width?: number
          }
      )[]
      /** @description How the resources are laid out */
      layout?: {
        /** @enum {string} */
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
    /** Properties */
    ResourceInput: {
      [key: string]: unknown
    }
    /** Resource as it is stored */
    ResourceItem: {
      /** @description URN */
      id: string
      type_slug: string
      data: {
        /** @description First the resource itself, then those that `include` asks for */
        '@graph': components['schemas']['Node'][]
      }
      /** @enum {string} */
      status: 'active' | 'archived'
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      updated_at: string
      /**
       * Format: int64
       * @example 1
       */
      sequence_no: number
      created_by: string
      account_id: string
      /** @description With `labels=true`: labels of the resources referred to, by URN */
      labels?: {
        [key: string]: components['schemas']['Label']
      }
    }
    /** @description A resource of any type, with its properties */
    Node: {
      /** @description URN */
      '@id': string
      '@type': string
    } & {
      [key: string]: unknown
    }
    Label: {
      label: string
      /** @enum {string} */
      status: 'active' | 'archived'
    }
    /** A page of Resource */
    ResourceList: {
      data: components['schemas']['ResourceItem'][]
      /** @description Token of the next page; empty on the last one */
      cursor: string
      has_more: boolean
      /**
       * Format: int64
       * @description With count: how many there are in all
       * @example 0
       */
      total?: number
      /**
       * Format: int64
       * @description Instead of total, where there are more than count asks for or there was no time to count them all
       * @example 0
       */
      total_at_least?: number
      /** @description With `labels=true`: labels of the resources referred to, by URN */
      labels?: {
        [key: string]: components['schemas']['Label']
      }
    }
    /**
     * @example {
     *       "operations": [
     *         {
     *           "op": "delete",
     *           "id": "01JD4M6V0Q3W9K8R5T2X7Y1ZAB"
     *         }
     *       ],
     *       "atomic": true
     *     }
     */
    ResourceBulk: {
      operations: components['schemas']['ResourceOperation'][]
      /** @description All operations or none. Default: true */
      atomic?: boolean
    }
    ResourceOperation: {
      /** @enum {string} */
      op: 'create' | 'update' | 'patch' | 'delete' | 'restore'
      /** @description The resource; on `create` only for administrators */
      id?: string
      data?: components['schemas']['ResourcePatch']
      /** @description The ETag of the state that the change is based on */
      if_match?: string
    }
    /**
     * Changes of Resource
     * @description A JSON Merge Patch (RFC 7396): null removes a property
     */
    ResourcePatch: {
      [key: string]: unknown
    }
    BulkResourcesAnswer: {
      results: {
        /**
         * Format: int64
         * @description The status that the single request would have had
         * @example 0
         */
        status: number
        id?: string
        /** @description The ETag of the resource after the operation */
        etag?: string
        /** @description What is wrong */
        message?: string
        /** @description The code of the error */
        code?: string
        /** @description Where a value is not unique: the resource that has it, if the caller can read that */
        resource?: {
          id: string
          /** @enum {string} */
          status: 'active' | 'archived'
        }
        /** @description What is wrong with the data */
        problems?: {
          pointer: string
          code: string
          message: string
        }[]
      }[]
    }
    CheckResourceAnswer: {
      problems: {
        /** @enum {string} */
        kind: 'referred-to'
        /** @description With which others refer to it */
        property: string
        /**
         * Format: int64
         * @example 0
         */
        count: number
        /** @description At most ten of them */
        ids: string[]
      }[]
    }
    /**
     * @example {
     *       "_filter": {
     *         "created_at": {
     *           "gte": "today-7d"
     *         }
     *       },
     *       "sort_by": "created_at",
     *       "limit": 100
     *     }
     */
    QueryResourcesInput: {
      /** @description Token of the previous page */
      cursor?: string
      /**
       * Format: int32
       * @description How many in a page. Default: 20
       */
      limit?: number
      /**
       * Format: int32
       * @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time
       */
      count?: boolean | number | string
      /** @description Property or standard column to sort by */
      sort_by?: string
      /** @enum {string} */
      sort_order?: 'asc' | 'desc'
      /** @description Conditions by property and operator, all of which must match, as must those of at least one of the objects in `or`: `{"dueDate": {"lt": "today"}, "or": [{…}, {…}]}` */
      _filter?: {
        [key: string]: unknown
      }
      /** @description Property that must equal `filter_value` */
      filter_field?: string
      filter_value?: string
      /** @description Words that must each begin a word of the data; at most 1,000 characters */
      q?: string
      /**
       * @description Default: "active"
       * @enum {string}
       */
      status?: 'active' | 'archived'
      /**
       * @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`). Default: "published"
       * @enum {string}
       */
      perspective?: 'published' | 'draft'
      /** @description Leave out resources that cannot be read because the store is damaged, and count them in `skipped`; for lists in the order of a standard column */
      skip_damaged?: boolean
      /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
      include?: string | string[]
      /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN; with `all` also those of the resources themselves */
      labels?: boolean | 'all'
      /** @description Only these properties, separated by commas. `fields[<reference>]` selects those of what `include` adds for it */
      fields?: string | string[]
    } & {
      [key: string]: string | string[]
    }
    PublishResourceAnswer: {
      id: string
      /**
       * Format: int64
       * @example 0
       */
      published_no?: number | null
      /** @enum {string} */
      publication?: 'draft' | 'published' | 'changed'
      /** @description What it refers to that is not public */
      unpublished?: string[]
    } & {
      [key: string]: unknown
    }
    ResourcePreviewLinkInput: {
      /**
       * Format: int32
       * @description How long it can be used, in seconds
       */
      expires_in: number
    }
    ResourcePreviewLink: {
      url: string
      /** Format: date-time */
      expires_at: string
    }
    PublishResourceInput: {
      /**
       * Format: int64
       * @description The version that becomes public; the current one by default
       * @example 1
       */
      sequence_no?: number
    }
    ResourceScheduleInput: {
      /** @enum {string} */
      action: 'publish' | 'unpublish'
      /** @description RFC 3339 with an offset, in whole seconds */
      at: string
      /**
       * Format: int64
       * @description The version to publish; the current one by default
       * @example 1
       */
      sequence_no?: number
    }
    UnpublishResourceAnswer: {
      id: string
      /**
       * Format: int64
       * @example 0
       */
      published_no?: number | null
      /** @enum {string} */
      publication?: 'draft' | 'published' | 'changed'
      unpublished?: string[]
      /** @description Public resources that refer to it; at most 100 */
      referrers?: string[]
    } & {
      [key: string]: unknown
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  exportService: {
    parameters: {
      query?: never
      header?: {
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description First `files`: the names of all files. Then for each file a line `file`, its name, and a line `row` with `line` for each of its rows; for a resource that cannot be read because the store is damaged `problems`. Values that are never shown (`writeOnly`, `format: password`) are left out; the last line `left_out` has their number by type, if there are any */
      200: {
        headers: {
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  downloadExport: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description First `files`: the names of all files. Then for each file a line `file`, its name, and a line `row` with `line` for each of its rows; for a resource that cannot be read because the store is damaged `problems`. Values that are never shown (`writeOnly`, `format: password`) are left out; the last line `left_out` has their number by type, if there are any */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  importService: {
    parameters: {
      query?: {
        /** @description Rows whose `@id` is that of a resource with other content change it (merge) */
        update?: boolean
        /** @description Also answer a line `reject` for each row that is refused or differs, or refers to a row that is refused, with the row itself; up to 512 KiB of them */
        rejects?: boolean
      }
      header?: {
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/x-ndjson': string
      }
    }
    responses: {
      /** @description NDJSON, and the items of the `result` of the run: with `rejects` lines `reject`, then those with `problem`, one for each reason and at most 1,000, for CSV perhaps one with `notes`, and one with `result`. For a copy first a line `copy`, and everywhere the `file` */
      200: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  publishService: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PublishServiceInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PublishServiceAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getAccessExplain: {
    parameters: {
      query: {
        /** @description URN of a user */
        agent: string
        /** @description odrl:read, odrl:modify, odrl:delete or odrl:distribute */
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccessExplain']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listAccounts: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccountList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createAccount: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Account']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Account']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceAccount: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceAccountInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Account']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  backupAdmin: {
    parameters: {
      query?: {
        /** @description The name of the file that the backup is written to, for the record of the last backup */
        file?: string
      }
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/gzip': string
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  cleanHtmlAdmin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CleanHtmlAdminInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CleanHtmlAdminAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  impersonateAdmin: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ImpersonateAdminInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdminImpersonationStatus']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getAdminImpersonationStatus: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdminImpersonationStatus']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listJobRuns: {
    parameters: {
      query?: {
        /** @description Only runs in this state */
        state?: 'waiting' | 'running' | 'done' | 'dead'
        /** @description Only runs of this job, `<plugin>:<job>` */
        name?: string
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobRunList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getJobRun: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobRun']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  cancelJobRun: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['JobRun']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listAdminPlugins: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdminPluginList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listAdminScreens: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdminScreenList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  stopImpersonationAdmin: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdminImpersonationStatus']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  compactAdminStore: {
    parameters: {
      query?: never
      header?: {
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CompactAdminStoreAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  applyAdminStoreReindex: {
    parameters: {
      query?: never
      header?: {
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        type: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApplyAdminStoreReindexAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getAdminStoreStats: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdminStoreStats']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  logoutAuth: {
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
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getAuthMe: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthMe']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listAuthSessions: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthSessionList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteAuthSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listAuthTokens: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthTokenList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createAuthToken: {
    parameters: {
      query?: {
        /** @description URN of the user whose tokens are meant; for the command line on the store, which is no user itself */
        agent?: string
      }
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AuthTokenInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateAuthTokenAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteAuthToken: {
    parameters: {
      query?: {
        /** @description URN of the user whose tokens are meant; for the command line on the store, which is no user itself */
        agent?: string
      }
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listEvents: {
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
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getEventStream: {
    parameters: {
      query?: never
      header?: {
        /** @description The `id` of the last message that arrived */
        'Last-Event-ID'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description CloudEvents 1.0. In the stream it is the `data` of a message */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'text/event-stream': components['schemas']['Event']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getHealth: {
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
          'application/json': components['schemas']['Health']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getHealthChecks: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['HealthChecks']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listHealthInstances: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['HealthInstanceList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getHealthReady: {
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
          'application/json': components['schemas']['Health']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getHealthStore: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['HealthStore']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getApiDescription: {
    parameters: {
      query?: {
        /** @description Only these types, and what does not belong to a type */
        type_slug?: string[]
        /** @description `all` also describes JSON-LD */
        media?: 'json' | 'all'
        /** @description The version of OpenAPI: 3.1.0 or 3.0.3 */
        openapi?: '3.1' | '3.1.0' | '3.0' | '3.0.3'
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description An OpenAPI document */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': {
            [key: string]: unknown
          }
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getOpenapiDocument: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OpenapiDocument']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listOpenapiOperations: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OpenapiOperationList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  schemasOpenapi: {
    parameters: {
      query?: {
        force?: string
      }
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SchemasOpenapiInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SchemasOpenapiAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listOrganizations: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Property or standard column to sort by */
        sort_by?: string
        sort_order?: 'asc' | 'desc'
        /** @description All filters as one JSON text: `{"dueDate": {"lt": "today"}, "or": [{"priority": {"in": ["high", "urgent"]}}, {"name": {"like": "fix"}}]}`. Operators: `eq` (the value equals the operand), `ne` (the exact opposite of eq), `gt` (the value is greater), `gte` (the value is greater or equal), `lt` (the value is less), `lte` (the value is less or equal), `in` (the value equals one of the operands), `nin` (the exact opposite of in), `like` (the text contains the operand, whatever the case), `exists` (there is a value, or with false none) */
        _filter?: string
        /** @description Words that must each begin a word of the data; at most 1,000 characters */
        q?: string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createOrganization: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getOrganization: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceOrganization: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceOrganizationInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  archiveOrganization: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  updateOrganization: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationPatch']
        'application/merge-patch+json': components['schemas']['OrganizationPatch']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Organization']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listOrganizationMembers: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PersonList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createOrganizationMember: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationMemberInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Person']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteOrganizationMember: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
        /** @example urn:person:01JB2M8Q4Z6W3T9R5X7C1V0KDN */
        personId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listPersons: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Property or standard column to sort by */
        sort_by?: string
        sort_order?: 'asc' | 'desc'
        /** @description All filters as one JSON text: `{"dueDate": {"lt": "today"}, "or": [{"priority": {"in": ["high", "urgent"]}}, {"name": {"like": "fix"}}]}`. Operators: `eq` (the value equals the operand), `ne` (the exact opposite of eq), `gt` (the value is greater), `gte` (the value is greater or equal), `lt` (the value is less), `lte` (the value is less or equal), `in` (the value equals one of the operands), `nin` (the exact opposite of in), `like` (the text contains the operand, whatever the case), `exists` (there is a value, or with false none) */
        _filter?: string
        /** @description Words that must each begin a word of the data; at most 1,000 characters */
        q?: string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PersonList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createPerson: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Person']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getPerson: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Person']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replacePerson: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplacePersonInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Person']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  archivePerson: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  updatePerson: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonPatch']
        'application/merge-patch+json': components['schemas']['PersonPatch']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Person']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResourceTypes: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Property or standard column to sort by */
        sort_by?: string
        sort_order?: 'asc' | 'desc'
        /** @description All filters as one JSON text: `{"dueDate": {"lt": "today"}, "or": [{"priority": {"in": ["high", "urgent"]}}, {"name": {"like": "fix"}}]}`. Operators: `eq` (the value equals the operand), `ne` (the exact opposite of eq), `gt` (the value is greater), `gte` (the value is greater or equal), `lt` (the value is less), `lte` (the value is less or equal), `in` (the value equals one of the operands), `nin` (the exact opposite of in), `like` (the text contains the operand, whatever the case), `exists` (there is a value, or with false none) */
        _filter?: string
        /** @description Words that must each begin a word of the data; at most 1,000 characters */
        q?: string
        /** @description Also archived, abstract and value-object types */
        includeAll?: boolean
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceTypeList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createResourceType: {
    parameters: {
      query?: {
        /** @description Take a schema that was written for other tools: leave out unknown keywords and formats, rewrite older drafts */
        unknown?: 'drop'
      }
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceTypeInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateResourceTypeAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  checkResourceType: {
    parameters: {
      query?: {
        /** @description Take a schema that was written for other tools: leave out unknown keywords and formats, rewrite older drafts */
        unknown?: 'drop'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceTypeInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckResourceTypeAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  inferResourceTypes: {
    parameters: {
      query?: {
        /** @description CSV: what separates the cells, one character. Default: what the first line has most of */
        delimiter?: string
        /** @description CSV: the character before the decimals of numbers; with a comma, a cell with a point is no number. Default: a point */
        decimal?: '.' | ','
        /** @description The body is a whole file: a row that is cut off is an error */
        whole?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': string
        'application/x-ndjson': string
        'text/csv': string
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InferResourceTypesAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResourceTypePresets: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceTypePresetList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  applyResourceTypePreset: {
    parameters: {
      query?: {
        /** @description Also change types that exist: what the preset names is overwritten */
        update?: boolean
        /** @description Load the sample data that was not loaded yet */
        samples?: boolean
        /** @description The types of content get `x-drafts`: what is written is a draft until it is published */
        drafts?: boolean
      }
      header?: {
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /** @example website */
        name: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApplyResourceTypePresetAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  checkResourceTypePresetChange: {
    parameters: {
      query?: {
        /** @description Also change types that exist: what the preset names is overwritten */
        update?: boolean
        /** @description Load the sample data that was not loaded yet */
        samples?: boolean
        /** @description The types of content get `x-drafts`: what is written is a draft until it is published */
        drafts?: boolean
      }
      header?: never
      path: {
        /** @example website */
        name: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApplyResourceTypePresetAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getResourceTypePresetCopy: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example website */
        name: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceTypePresetCopy']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceResourceTypePresetCopy: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example website */
        name: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceTypePresetCopyInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceTypePresetCopy']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getResourceType: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example movie
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceType']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceResourceType: {
    parameters: {
      query?: {
        /** @description Write the values of a column whose type changes as the new type, if none loses anything (administrators) */
        convert?: boolean
        /** @description Like `convert`; values that cannot be converted are removed from the current versions (administrators) */
        force?: boolean
        /** @description Take a schema that was written for other tools: leave out unknown keywords and formats, rewrite older drafts */
        unknown?: 'drop'
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example movie
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceResourceTypeInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateResourceTypeAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  archiveResourceType: {
    parameters: {
      query?: {
        /** @description Write the values of a column whose type changes as the new type, if none loses anything (administrators) */
        convert?: boolean
        /** @description Like `convert`; values that cannot be converted are removed from the current versions (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example movie
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  updateResourceType: {
    parameters: {
      query?: {
        /** @description Write the values of a column whose type changes as the new type, if none loses anything (administrators) */
        convert?: boolean
        /** @description Like `convert`; values that cannot be converted are removed from the current versions (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example movie
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckResourceTypeChangeInput']
        'application/merge-patch+json': components['schemas']['CheckResourceTypeChangeInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceType']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  checkResourceTypeChange: {
    parameters: {
      query: {
        /** @description The change to be checked */
        action: 'replace' | 'update' | 'archive'
        /** @description Check as if values were converted (administrators) */
        convert?: boolean
        /** @description Check as if the change was forced (administrators) */
        force?: boolean
        /** @description Take a schema that was written for other tools: leave out unknown keywords and formats, rewrite older drafts */
        unknown?: 'drop'
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example movie
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['CheckResourceTypeChangeInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckResourceTypeAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listPermissions: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourcePermissionList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createPermission: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourcePermissionInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourcePermission']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deletePermission: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
        /** @example urn:user:01JB2M8Q4Z6W3T9R5X7C1V0KDN */
        agentId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSchedules: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Only these; `open` are those that wait or failed. Default: those that wait */
        state?: 'waiting' | 'failed' | 'done' | 'open'
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScheduleList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSearches: {
    parameters: {
      query: {
        /** @description Words that must each begin a word of the data, or of the label */
        q: string
        /** @description Resources of each type */
        limit?: number
        /** @description How many of the best resources of each type are left out: those of the portions before */
        offset?: number
        /** @description Add `excerpt` to each result whose label does not contain all words */
        excerpts?: boolean
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
        /** @description Only these types, the parameter repeated */
        type_slug?: string[]
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSearchDues: {
    parameters: {
      query?: {
        /** @description Only what refers to a resource with this e-mail address; what has no date is listed last */
        assigned_to?: string
        /** @description Leave that out */
        not_assigned_to?: string
        /** @description Only what is due by this day, or was due before */
        until?: string
        /** @description Resources of each type */
        limit?: number
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
        /** @description Only these types, the parameter repeated */
        type_slug?: string[]
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchDueList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSearchNewests: {
    parameters: {
      query?: {
        /** @description By which time they are the newest */
        by?: 'changed' | 'created'
        /** @description URN of a user: only what this user created */
        created_by?: string
        /** @description Only the resources with these URNs, the parameter repeated */
        id?: string[]
        /** @description Resources of each type */
        limit?: number
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
        /** @description Only these types, the parameter repeated */
        type_slug?: string[]
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchNewestList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getSettingLog: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingLog']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceSettingLog: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingLog']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingLog']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getSettingRoleAccess: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingRoleAccess']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceSettingRoleAccess: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingRoleAccess']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingRoleAccess']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getSettingRoles: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingRoles']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceSettingRoles: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingRoles']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingRoles']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getSettingSidebar: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingSidebar']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceSettingSidebar: {
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
        'application/json': components['schemas']['SettingSidebarInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingSidebar']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSiteAddresses: {
    parameters: {
      query?: {
        /** @description URN of a resource: only its address; none if the site does not show it */
        id?: string
        /** @description Addresses on a page */
        limit?: number
        /** @description The `cursor` of the page before */
        cursor?: string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SiteAddressList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSiteFiles: {
    parameters: {
      query?: {
        /** @description On the site, with a query where it has one; 1 to 20 of them */
        path?: string[]
        /** @description What full addresses on the pages begin with. Default: the `url` of the oldest web-site, else where the site is served */
        base_url?: string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SiteFileList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  previewSite: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewSiteInput']
        'application/x-www-form-urlencoded': components['schemas']['PreviewSiteInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'text/html': string
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSiteProblems: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SiteProblemList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listSiteTypes: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SiteTypeList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listUsers: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listUserInvitations: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserInvitationList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createUserInvitation: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UserInvitationInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateUserInvitationAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteUserInvitation: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getUserLookup: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserLookup']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listUserNames: {
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
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserNameList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getUser: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceUser: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UserInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listUserSessions: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthSessionList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteUserSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
        /** @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN */
        entry: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listUserTokens: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuthTokenList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteUserToken: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
        /** @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN */
        entry: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listViews: {
    parameters: {
      query?: {
        /** @description Only views of this type */
        type_slug?: string
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ViewList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createView: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ViewInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['View']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getView: {
    parameters: {
      query?: never
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['View']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceView: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceViewInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['View']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteView: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResources: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Property or standard column to sort by */
        sort_by?: string
        sort_order?: 'asc' | 'desc'
        /** @description All filters as one JSON text: `{"dueDate": {"lt": "today"}, "or": [{"priority": {"in": ["high", "urgent"]}}, {"name": {"like": "fix"}}]}`. Operators: `eq` (the value equals the operand), `ne` (the exact opposite of eq), `gt` (the value is greater), `gte` (the value is greater or equal), `lt` (the value is less), `lte` (the value is less or equal), `in` (the value equals one of the operands), `nin` (the exact opposite of in), `like` (the text contains the operand, whatever the case), `exists` (there is a value, or with false none) */
        _filter?: string
        /** @description Words that must each begin a word of the data; at most 1,000 characters */
        q?: string
        status?: 'active' | 'archived'
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
        /** @description Leave out resources that cannot be read because the store is damaged, and count them in `skipped`; for lists in the order of a standard column */
        skip_damaged?: boolean
        /** @description Also of an archived type, to copy the service (administrators); `left_out` is the number of values that are never shown (`writeOnly`, `format: password`) */
        copy?: boolean
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN; with `all` also those of the resources themselves */
        labels?: boolean | 'all'
        /** @description Only these properties, separated by commas. `fields[<reference>]` selects those of what `include` adds for it */
        fields?: string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          Link?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  upsertResource: {
    parameters: {
      query: {
        /** @description A property that is unique (`x-unique`) and that the body contains */
        key: string
        /** @description Restore the resource with this value if it is archived */
        restore?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description `*`: only create; 412 when it exists */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceItem']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createResource: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          ETag?: string
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceItem']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  bulkResources: {
    parameters: {
      query?: {
        /** @description Of types with `x-drafts`: what is written becomes public (`odrl:distribute` on the type) */
        publish?: boolean
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
        /** @description Data may name properties that the service sets; an operation whose values differ from what the service sets is refused */
        check_read_only?: boolean
        /** @description The resources come from another service (administrators): behaviours do not run, values that the service sets are kept, references do not keep a resource from being archived, and the events have `copy: true` in their data */
        copy?: boolean
      }
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceBulk']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResourcesAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  checkResourceBulk: {
    parameters: {
      query?: {
        /** @description Of types with `x-drafts`: what is written becomes public (`odrl:distribute` on the type) */
        publish?: boolean
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
        /** @description Data may name properties that the service sets; an operation whose values differ from what the service sets is refused */
        check_read_only?: boolean
        /** @description The resources come from another service (administrators): behaviours do not run, values that the service sets are kept, references do not keep a resource from being archived, and the events have `copy: true` in their data */
        copy?: boolean
      }
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceBulk']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResourcesAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  checkResource: {
    parameters: {
      query?: {
        /** @description Of types with `x-drafts`: whether what publishing requires is checked too. Default: `save` */
        for?: 'save' | 'publish'
      }
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckResourceAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  importResources: {
    parameters: {
      query?: {
        /** @description The body is the beginning of a file, up to 1 MiB: answer one line `preview` with the content of its columns and where they would go, and write nothing. Goes with `mapping`, `mapping[…]`, `delimiter`, `decimal` and `whole` */
        preview?: boolean
        /** @description For `preview`: the body is a whole file, so that a row that is cut off is an error */
        whole?: boolean
        /** @description The property that a column goes to: `mapping[Title]=title`, its values converted where that loses nothing; empty leaves the column out. And what becomes of columns that are not named so. `titles`: they go to the properties that have them as their title, as those of an inferred type do; `listed`: they are left out. Default: they go to the property of their name; in a preview one is guessed */
        mapping?:
          | ('titles' | 'listed')
          | {
              [key: string]: string
            }
        /** @description Property by which rows are those of resources that are there: such rows change them */
        key?: string
        /** @description With a unique `key`: an archived resource with the key of a row is restored and changed; otherwise the row is refused */
        restore?: boolean
        /** @description Property by which references name what they refer to, in the place of ids */
        match?: string
        /** @description Rows whose `@id` is that of a resource with other content change it (merge) */
        update?: boolean
        /** @description Of types with `x-drafts`: what is written becomes public (`odrl:distribute` on the type) */
        publish?: boolean
        /** @description CSV: what separates the cells, one character. Default: what the first line has most of */
        delimiter?: string
        /** @description CSV: the character before the decimals of numbers; with a comma, a cell with a point is no number. Default: a point */
        decimal?: '.' | ','
        /** @description Also answer a line `reject` for each row that is refused or differs, or refers to a row that is refused, with the row itself; up to 512 KiB of them */
        rejects?: boolean
      }
      header?: {
        /** @description `respond-async`: do not wait for the end; `wait=5`: wait that many seconds (RFC 7240) */
        Prefer?: string
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': string
        'application/x-ndjson': string
        'text/csv': string
      }
    }
    responses: {
      /** @description NDJSON, and the items of the `result` of the run: with `rejects` lines `reject`, then those with `problem`, one for each reason and at most 1,000, for CSV perhaps one with `notes`, and one with `result`. For a copy first a line `copy`, and everywhere the `file` */
      200: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  queryResources: {
    parameters: {
      query?: {
        /** @description Token of the previous page, in place of that in the body */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['QueryResourcesInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          Link?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceList']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  getResource: {
    parameters: {
      query?: {
        /** @description The version wanted; the current one by default */
        sequence_no?: number
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN; with `all` also those of the resources themselves */
        labels?: boolean | 'all'
        /** @description Only these properties, separated by commas. `fields[<reference>]` selects those of what `include` adds for it */
        fields?: string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceItem']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  replaceResource: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceItem']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  archiveResource: {
    parameters: {
      query?: {
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  updateResource: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourcePatch']
        'application/merge-patch+json': components['schemas']['ResourcePatch']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceItem']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  checkResourceChange: {
    parameters: {
      query: {
        /** @description Of types with `x-drafts`: whether what publishing requires is checked too. Default: `save` */
        for?: 'save' | 'publish'
        /** @description The change to be checked */
        action: 'replace' | 'update' | 'archive'
        /** @description Archive although others refer to it (administrators) */
        force?: boolean
      }
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['ResourcePatch']
        'application/merge-patch+json': components['schemas']['ResourcePatch']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CheckResourceAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  discardResource: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PublishResourceAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResourcePermissions: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourcePermissionList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createResourcePermission: {
    parameters: {
      query?: never
      header?: {
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourcePermissionInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourcePermission']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteResourcePermission: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
        /** @example urn:user:01JB2M8Q4Z6W3T9R5X7C1V0KDN */
        agentId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createResourcePreviewLink: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourcePreviewLinkInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourcePreviewLink']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  publishResource: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': components['schemas']['PublishResourceInput']
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PublishResourceAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResourceReferrers: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Only resources of this type */
        type_slug?: string
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, and of who created it, by URN; with `all` also those of the resources themselves */
        labels?: boolean | 'all'
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  restoreResource: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
        /** @description Chosen by the client: a repeated request with it gets the first answer again, and is done once */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'Idempotency-Replayed'?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceItem']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description `Idempotency-Key` used with another body */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResourceSchedules: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Only these; `open` are those that wait or failed. Default: all */
        state?: 'waiting' | 'failed' | 'done' | 'open'
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScheduleList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  createResourceSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceScheduleInput']
      }
    }
    responses: {
      /** @description Success */
      201: {
        headers: {
          Location?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Schedule']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Body too large */
      413: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Media type not accepted */
      415: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteResourceSchedule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
        /** @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN */
        scheduleId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; no content */
      204: {
        headers: {
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  unpublishResource: {
    parameters: {
      query?: never
      header?: {
        /** @description The tag of the state that the change is based on; otherwise 412 */
        'If-Match'?: string
        /** @description 412 when it names the state, or is `*` */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UnpublishResourceAnswer']
        }
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Changed meanwhile */
      412: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
  listResourceVersions: {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description How many in a page */
        limit?: number
        /** @description Add `total`: with `true` counting to 10,000, with a number to that number (`total_at_least` where there are more), with `exact` to the end, as long as there is time */
        count?: boolean | number | string
        /** @description Of types with `x-drafts`: what is public, or with `draft` what editors see (`odrl:modify`) */
        perspective?: 'published' | 'draft'
      }
      header?: {
        /** @description Tags that the client has; 304 when the answer has one of them */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The slug of a resource type
         * @example movie
         */
        typeSlug: string
        /**
         * @description The full URN, or its last part
         * @example 01JB2M8Q4Z6W3T9R5X7C1V0KDN
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          ETag?: string
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ResourceList']
        }
      }
      /** @description The client has this answer */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Invalid request */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not signed in */
      401: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Not acceptable */
      406: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Too many requests */
      429: {
        headers: {
          'Retry-After'?: number
          'RateLimit-Limit'?: number
          'RateLimit-Remaining'?: number
          'RateLimit-Reset'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
      /** @description Error */
      default: {
        headers: {
          'Retry-After'?: number
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Message']
          'application/problem+json': components['schemas']['Problem']
        }
      }
    }
  }
}
