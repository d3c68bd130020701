import { reportFailure } from './process/failure.ts'
import { serve } from './process/serve.ts'

try {
  await serve()
} catch (error) {
  process.exit(reportFailure(error))
}
