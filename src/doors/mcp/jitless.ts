import { config } from 'zod/v4'

// The schemas of the SDK see a few messages each; compiling a parser for every one of them costs more than it saves.
config({ jitless: true })
