import { expect, test } from 'vitest'
import { FIREFOX, Firefox } from './firefox/marionette.ts'
import { fullStage } from './states.ts'

const button = (name: string) => `//button[normalize-space()=${JSON.stringify(name)} and not(@aria-disabled='true')]`
const field = (label: string) => `//*[@id=//label[starts-with(normalize-space(), ${JSON.stringify(label)})]/@for]`
const text = (words: string) => `//main//*[contains(text(), ${JSON.stringify(words)})]`

/** Runs where Debian's package `firefox-esr` is installed, or `FURROW_FIREFOX` names another one. */
test.runIf(FIREFOX !== undefined)('Firefox shows every page, and work is done there', async () => {
  const stage = await fullStage()
  await using served = stage.served
  await using firefox = await Firefox.start(FIREFOX ?? '')
  await firefox.visit(await served.signInAddress())
  await firefox.see("//main[@id='main']//h1")
  for (const [name, address] of Object.entries({ ...stage.pages, ...stage.alike }).slice(0, 1)) {
    await firefox.visit(`${served.address}${address}`)
    await firefox.see('//h1')
    const broken = await firefox.evaluate(
      "return [...document.querySelectorAll('h1')].some(h => h.textContent === 'This page broke')",
    )
    expect(broken, name).toBe(false)
    const wider = await firefox.evaluate('return document.documentElement.scrollWidth - innerWidth')
    expect(Number(wider), name).toBeLessThanOrEqual(0)
  }
  await firefox.visit(`${served.address}/memory?new=on`)
  await firefox.type(field('Title'), 'Firefox was here')
  await firefox.type(field('What to remember'), 'It saved this.')
  await firefox.click(button('Save to memory'))
  // The page of the record: a visit before that would be overtaken by the way there.
  await firefox.see(button('Edit'))
  await firefox.see(text('Firefox was here'))
  console.log('A', await firefox.evaluate('return location.href + document.readyState'))
  await served.lab.call('memory.save', { title: 'Another process', content: 'It appears by itself.' })
  await firefox.visit(`${served.address}/memory?q=process`)
  console.log('B', await firefox.evaluate('return location.href + document.readyState'))
  await new Promise(r => setTimeout(r, 8000))
  console.log(
    'C',
    await firefox.evaluate('return location.href + document.readyState + document.body.innerText.slice(-200)'),
  )
  await firefox.see(text('Another process'))
  await served.lab.call('memory.save', { title: 'One more process', content: 'Without a reload.' })
  await firefox.see(text('One more process'))
})
