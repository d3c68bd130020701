import type { Events } from '../events/contract.ts'
import { Behaviours } from './behaviours/behaviours.ts'
import { ResourceService } from './service.ts'

/** A service for what an import brings. */
export const serviceForImport = (service: ResourceService): ResourceService =>
  new ResourceService(service.parts, 'import', service)

/** A service for what a copy of another service brings: behaviours have run there, and events say that it is a copy. */
export function serviceForCopy(service: ResourceService): ResourceService {
  const { events } = service.parts
  const marked: Events = { record: event => events.record({ ...event, copy: true }) }
  return new ResourceService({ ...service.parts, behaviours: new Behaviours(), events: marked }, 'copy', service)
}
