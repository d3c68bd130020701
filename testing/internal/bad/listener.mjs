// A listener to changes that throws, and one that rejects.
export default {
  name: 'bad-listener',
  version: '1.0.0',
  requires: ['documentStore'],
  provides: [],
  async register({ contracts: { documentStore: store }, onClose }) {
    const fail = () => {
      throw new Error('listener has no luck')
    }
    const feeds = [
      await store.watch(['people'], { changed: fail, lost: fail }),
      await store.watch(['people'], { changed: async () => fail(), lost: () => undefined }),
    ]
    onClose(async () => {
      for (const feed of feeds) await feed.close()
    })
    return {}
  },
}
