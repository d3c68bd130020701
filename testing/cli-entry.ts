import { main } from '../cli/main.ts'

await main()
