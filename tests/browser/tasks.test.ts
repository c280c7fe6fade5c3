import { afterAll, expect, test } from 'vitest'
import { closeBrowser, serveLab } from './browser.ts'
import { changingStory } from './tasks/changing.ts'
import { dailyStory, specifyingStory } from './tasks/daily.ts'
import { exploringStory } from './tasks/exploring.ts'
import { type Hand, keyboard, mouse } from './tasks/hands.ts'
import type { Story } from './tasks/task.ts'

afterAll(closeBrowser)

const STORIES: readonly Story[] = [exploringStory, changingStory, dailyStory, specifyingStory]
const HANDS: readonly (() => Hand)[] = [mouse, keyboard]

const ALL = STORIES.flatMap(story => HANDS.map(hand => ({ story, hand, name: `${story.name}, ${hand().name}` })))

/** What people do here most takes no more clicks than the like of it in Linear, Trigger.dev or GitHub. */
test.each(ALL)('$name', async ({ story, hand: makeHand }) => {
  await using served = await serveLab()
  await story.prepare(served)
  const hand = makeHand()
  await using window = await hand.open(served)
  const tooMany: string[] = []
  for (const { name, at, like, most, carryOut } of story.tasks) {
    if (at !== '') await window.visit(at)
    const before = hand.clicks
    try {
      await carryOut(hand, window.page, served)
    } catch (error) {
      throw new Error(`${name}: ${String(error)}`, { cause: error })
    }
    const clicks = hand.clicks - before
    if (process.env.FURROW_CLICKS) console.info(`${name}: ${clicks} of ${most} (${like})`)
    if (clicks > most) tooMany.push(`${name}: ${clicks} clicks, ${most} for ${like}`)
  }
  expect(tooMany).toEqual([])
  expect(window.complaints).toEqual([])
})
