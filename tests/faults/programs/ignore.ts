import { writeGitignoreOnce } from '../../../src/runs/record/record-folders.ts'

/** Makes the folder of a workspace's runs known to git, the first time. */
const [, , sdlc = ''] = process.argv
writeGitignoreOnce(sdlc)
