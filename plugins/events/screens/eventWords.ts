import { t, texts } from '../../../admin/src/index.ts'

/** The event types of the service, as options of a filter. */
export const eventTypes = [
  'Resource.Created',
  'Resource.Updated',
  'Resource.Deleted',
  'Resource.Restored',
  'Resource.Published',
  'Resource.Unpublished',
  'ResourceType.Created',
  'ResourceType.Updated',
  'ResourceType.Deleted',
  'ResourceType.Restored',
  'Preset.Installed',
  'Store.BackedUp',
  'Store.Exported',
  'Permission.Granted',
  'Permission.Revoked',
  'User.Created',
  'User.Updated',
  'User.SignedIn',
  'SignIn.Failed',
  'User.RoleChanged',
  'Invitation.Created',
  'Invitation.Revoked',
  'Invitation.Accepted',
  'Account.Created',
  'Account.Updated',
  'Token.Created',
  'Token.Revoked',
  'Token.Refused',
  'Session.Revoked',
  'Impersonation.Started',
  'Impersonation.Stopped',
  'Settings.Updated',
] as const

/** The description of an event type; unknown types of plugins keep their name. */
export function eventWords(type: string): string {
  const key = `event.event_${type.replace('.', '_')}`
  return texts.hasText(key) ? t(key) : type
}
