import { hasText, t } from '../../i18n/index.ts'

/** What happens here, as the service names it; for the choice of a filter. */
export const eventTypes = [
  'Resource.Created',
  'Resource.Updated',
  'Resource.Deleted',
  'Resource.Restored',
  'ResourceType.Created',
  'ResourceType.Updated',
  'ResourceType.Deleted',
  'ResourceType.Restored',
  'Preset.Installed',
  'Permission.Granted',
  'Permission.Revoked',
  'User.Created',
  'User.Updated',
  'User.SignedIn',
  'User.RoleChanged',
  'Invitation.Created',
  'Invitation.Revoked',
  'Invitation.Accepted',
  'Account.Created',
  'Account.Updated',
  'Token.Created',
  'Token.Revoked',
  'Session.Revoked',
  'Impersonation.Started',
  'Impersonation.Stopped',
  'Settings.Updated',
] as const

/** An event in words; those of plugins that are not known here keep their name. */
export function eventWords(type: string): string {
  const key = `event.event_${type.replace('.', '_')}`
  return hasText(key) ? t(key) : type
}
