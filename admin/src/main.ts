import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { ApiError } from './api/index.ts'
import App from './App.vue'
import './fields/index.ts'
import { loadMessages, markDocument } from './i18n/index.ts'
import { makeRouter } from './router.ts'
import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layouts.css'
import './styles/floating.css'
import './styles/contrast.css'
import { watchImports } from './composables/page/missingCode.ts'
import { usePreferences } from './stores/preferences.ts'

import.meta.glob('../../plugins/*/screens/source.ts', { eager: true })

watchImports()
const app = createApp(App)
app.use(createPinia())
app.use(PiniaColada, {
  queryOptions: { staleTime: 5000, gcTime: 300_000 },
  mutationOptions: {
    onError: error => {
      if (!(error instanceof ApiError)) reportError(error) // `mutate` keeps errors for the page, which shows those of the service
    },
  },
})
usePreferences()
markDocument()
app.use(makeRouter()) // requests the user, the types and the page while the messages arrive
await loadMessages(['common', 'frame', 'ui', 'value'])
app.mount('#app')
