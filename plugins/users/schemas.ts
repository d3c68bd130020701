/** Body of PUT of a user: the fields to change. */
export interface UserBody {
  name?: string
  role?: string
  status?: 'active' | 'disabled'
  account_id?: string
}

/** Body of POST and PUT of an account. */
export interface AccountBody {
  name?: string
}

const name = { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' } as const
const created_at = { type: 'string', format: 'date-time' } as const
const writable = {
  name: { ...name, description: 'What people call the user; the identity provider does not change it again' },
  role: { type: 'string', description: 'One of the roles in the settings' },
  status: { type: 'string', enum: ['active', 'disabled'], description: 'A disabled user cannot do anything' },
  account_id: { type: 'string', description: 'URN of the account that the user works in' },
} as const

/** Fields that the service sets. */
const never = { id: false, created_at: false } as const

export const userChange = {
  type: 'object',
  additionalProperties: false,
  properties: { ...writable, ...never, email: false },
} as const

const userProperties = {
  id: { type: 'string', description: 'URN' },
  name,
  email: { type: 'string', description: 'As the identity provider gives it; empty when it gives none' },
  role: writable.role,
  status: writable.status,
  account_id: writable.account_id,
  created_at,
} as const

/** A user in answers. */
export const userAnswer = { type: 'object', required: Object.keys(userProperties), properties: userProperties } as const

/** The data of a user that every user of the account can see. */
export const lookupAnswer = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: userProperties.id, name },
} as const

export const lookupQuery = {
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', description: 'E-mail address, in whatever case' } },
} as const

export const namesQuery = {
  type: 'object',
  required: ['id'],
  properties: {
    id: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { type: 'string' },
      description: 'URNs of users, the parameter repeated',
    },
  },
} as const

const accountName = { ...name, description: 'What people call the account' } as const

export const newAccount = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: accountName, ...never },
} as const

export const accountChange = { ...newAccount, required: [] } as const

/** An account in answers. */
export const accountAnswer = {
  type: 'object',
  required: ['id', 'name', 'created_at'],
  properties: { id: { type: 'string', description: 'URN' }, name: accountName, created_at },
} as const

/** Body of POST of an invitation. */
export const newInvitation = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'role'],
  properties: {
    email: {
      type: 'string',
      maxLength: 320,
      description: 'The address that they sign in with, verified by the provider',
    },
    role: writable.role,
    account_id: { ...writable.account_id, description: 'URN of the account; the default account when left out' },
  },
} as const

const invitationProperties = {
  id: { type: 'string', description: 'URN' },
  email: newInvitation.properties.email,
  role: writable.role,
  account_id: writable.account_id,
  created_by: { type: 'string', description: 'URN of the user who created it' },
  created_at,
  expires_at: created_at,
} as const

/** An invitation in answers. */
export const invitationAnswer = {
  type: 'object',
  required: Object.keys(invitationProperties),
  properties: invitationProperties,
} as const

/** A new invitation, with its link. */
export const newInvitationAnswer = {
  type: 'object',
  required: [...invitationAnswer.required, 'url', 'mailed'],
  properties: {
    ...invitationProperties,
    url: { type: 'string', description: 'The link to sign in by; shown only here' },
    mailed: { type: 'boolean', description: 'Whether the mail server has accepted a mail with the link' },
  },
} as const
