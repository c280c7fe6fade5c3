import { main } from '../../src/doors/cli/main.ts'
import { demo, openDemo } from './demo.ts'

void main(process.argv.slice(2), { manifest: demo, open: openDemo })
