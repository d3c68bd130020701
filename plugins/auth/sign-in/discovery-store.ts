import { StoreFull, systemUser } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { RecordCollection, sharedAccount } from '../../../lib/store-kit/index.ts'
import type { AuthServices } from '../services.ts'
import type { DiscoveryStore } from './provider.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

interface DiscoveryData extends JsonObject {
  document: JsonObject
}

const discoveries = new RecordCollection<DiscoveryData>('identity-provider', {
  name: '_identity_provider',
  standardIndexes: [],
  transient: true,
})
const recordId = 'urn:identity-provider:discovery'

/** The discovery document of the provider in the store. While the disk is full, a store without it is used as it is. */
export function discoveryStore({ store, background }: Pick<AuthServices, 'store' | 'background'>): DiscoveryStore {
  const find = () => discoveries.find(store, recordId)
  return {
    async read() {
      const defined = discoveries.define(store).then(() => true)
      return (await defined.catch(insteadOf(StoreFull, false))) ? (await find())?.data.document : undefined
    },
    write(document) {
      background.run('the discovery document of the identity provider could not be stored', async () => {
        const draft = discoveries.draft(recordId, { document }, { account_id: sharedAccount, created_by: systemUser })
        await store.write([discoveries.save(draft, await find())])
      })
    },
  }
}
