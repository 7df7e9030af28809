import { brief } from '../../harness/outcome.ts'
import { isPlainlyLabelled } from '../document/control-intent.ts'
import { type Control, click } from '../document/controls.ts'
import { unplainIn } from '../document/plain-page.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { withheldFrom } from '../visit/withheld.ts'
import type { ConsentControls } from './controls.ts'
import { isProven } from './proof.ts'
import { notKnown } from './walk.ts'

/** A page with its controls; `isOwn`: whether an address is one of the target's pages. */
type Read = { visit: PageVisit; page: ConsentControls; isOwn: (url: URL) => boolean }

const leadsToOther = ({ page, isOwn }: Read, { role, element }: Control): boolean => {
  const url = role === 'link' ? URL.parse(click(page, { element, chosen: [] })?.url ?? '') : null
  return url !== null && !isOwn(url)
}

/** Returns a button or link that no plain words explain, such as "Manage options", except one that leads to another site. */
const unreadOn = (read: Read): Control | undefined =>
  read.page.buttons.find(
    control => !read.page.understood.has(control) && !isPlainlyLabelled(control.intent) && !leadsToOther(read, control),
  )

/** Returns the message that a page was not read as a whole, with the remedy; `undefined` if its markup is plain. */
export const unreadPart = (visit: PageVisit): string | undefined => {
  const unplain = unplainIn(visit)
  return withheldFrom(visit.$) ?? (unplain && mayHold(visit, unplain))
}

const mayHold = (visit: PageVisit, what: string): string =>
  obstacleOf(
    `the page ${describePage(visit)} may show or offer more, since it has ${what}`,
    'name the controls in pages.consent.grant, .deny and .submit of the config; or serve this run a page of plain text and forms; or set pages.consent.driver to "person", and look',
  )

/**
 * Returns the message that a page, or an overview before it, may have more content than was read, such as what it seems to lack, with the
 * remedy.
 */
export const unseenOn = (
  read: Read,
  overviews: readonly Read[],
  permissions: readonly string[],
): string | undefined => {
  if (!isProven(read.page, permissions)) return notKnown(read.visit)
  for (const each of [...overviews, read]) {
    const unread = unreadOn(each)
    const what =
      unreadPart(each.visit) ??
      (unread && mayHold(each.visit, `the ${unread.role} “${brief(unread.name, 60)}”, which no plain words explain`))
    if (what !== undefined) return what
  }
  return undefined
}
