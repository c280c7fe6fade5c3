// Node starts CommonJS faster than ES modules (measured: `furrow help` 1.6x against 2.0x `node -e 0`), but esbuild splits
// only ES modules. So the split chunks are turned into CommonJS one by one, and load each other with `require`.
import fs from 'node:fs'
import path from 'node:path'

const URL_OF_THIS_FILE = '__furrow_url'

export async function toCommonJs(esbuild, out) {
  const folder = path.join(out, 'chunks')
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    const source = fs.readFileSync(file, 'utf8')
    const { code } = await esbuild.transform(source, {
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'none',
      define: { 'import.meta.url': URL_OF_THIS_FILE },
    })
    const url = `const ${URL_OF_THIS_FILE}=require("node:url").pathToFileURL(__filename).href;`
    fs.writeFileSync(file, `${code.includes(URL_OF_THIS_FILE) ? url : ''}${requireChunks(code)}`)
  }
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}\n')
  for (const name of ['furrow.cjs', 'mcp.cjs']) {
    const file = path.join(out, name)
    fs.writeFileSync(file, requireChunks(fs.readFileSync(file, 'utf8')))
  }
}

/** Our own chunks by `require`; what lies elsewhere keeps its `import()`. */
function requireChunks(code) {
  return code.replace(/\bimport\(("\.\/(?:chunks\/)?[\w-]+\.js")\)/g, 'Promise.resolve().then(()=>require($1))')
}
