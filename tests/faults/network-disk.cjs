// `node --require network-disk.cjs`: every file system is one that is reached over a network.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { statfsSync } = fs
fs.statfsSync = (...args) => ({ ...statfsSync(...args), type: 0x6969 })
syncBuiltinESMExports()
