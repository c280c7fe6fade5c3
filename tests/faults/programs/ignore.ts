import { ignoreOnce } from '../../../src/runs/folder.ts'

/** Makes the folder of a workspace's runs known to git, the first time. */
const [, , sdlc = ''] = process.argv
ignoreOnce(sdlc)
