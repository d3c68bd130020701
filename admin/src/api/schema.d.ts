// Made by `npm run admin:types` from the OpenAPI document of the service. Not to be edited.

export interface paths {
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
  '/api/health/ready': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Whether the store can be reached */
    get: operations['get-health-ready']
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
        /** @description Events per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
              }
            }[]
            cursor: string
            has_more: boolean
            total?: number
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
  'get-organizations': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description Items per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
            cursor: string
            has_more: boolean
            total?: number
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
        /** @description Items per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
            cursor: string
            has_more: boolean
            total?: number
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
        /** @description Items per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
            cursor: string
            has_more: boolean
            total?: number
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
        /** @description Types per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
              /** @description The name in addresses: lower-case words joined by hyphens */
              slug: string
              description: string
              /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
              context: Record<string, unknown>
              /** @description JSON Schema, draft 2020-12 or draft-07 */
              schema?: Record<string, unknown>
              /** @enum {string} */
              status: 'active' | 'archived'
              /** Format: date-time */
              created_at: string
            }[]
            cursor: string
            has_more: boolean
            total?: number
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
          /** @description JSON Schema, draft 2020-12 or draft-07 */
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
            /** @description The name in addresses: lower-case words joined by hyphens */
            slug: string
            description: string
            /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
            context: Record<string, unknown>
            /** @description JSON Schema, draft 2020-12 or draft-07 */
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
  'get-resource-types-presets': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description Presets per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
            cursor: string
            has_more: boolean
            total?: number
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
            /** @description The name in addresses: lower-case words joined by hyphens */
            slug: string
            description: string
            /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
            context: Record<string, unknown>
            /** @description JSON Schema, draft 2020-12 or draft-07 */
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
          /** @description JSON Schema, draft 2020-12 or draft-07 */
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
                /** @description The name in addresses: lower-case words joined by hyphens */
                slug: string
                description: string
                /** @description JSON-LD context; `@type` in it is the `@type` of the resources */
                context: Record<string, unknown>
                /** @description JSON Schema, draft 2020-12 or draft-07 */
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
          }
        }
      }
      default: components['responses']['Error']
    }
  }
  'get-typeSlug': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description Resources per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
        /** @description Property or standard column to sort by */
        sort_by?: string
        sort_order?: 'asc' | 'desc'
        /** @description Property that must equal `filter_value` */
        filter_field?: string
        filter_value?: string
        /** @description Words that must each begin a word of the data */
        q?: string
        status?: 'active' | 'archived'
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, by URN */
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
  'get-typeSlug-id': {
    parameters: {
      query?: {
        /** @description The version wanted; the current one by default */
        sequence_no?: number
        /** @description Names of references, separated by commas: what they refer to follows as further nodes of the graph */
        include?: string
        /** @description Add `labels`: label and status of what is referred to, by URN */
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
  'get-typeSlug-id-referrers': {
    parameters: {
      query?: {
        /** @description Token of the previous page */
        cursor?: string
        /** @description Resources per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
        /** @description Only resources of this type */
        type_slug?: string
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
            /** @description With count=true */
            total?: number
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
        /** @description Resources per page */
        limit?: number
        /** @description Add `total` */
        count?: boolean
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
