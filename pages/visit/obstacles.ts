import { brief } from '../../harness/outcome.ts'
import { buttonsOf, controlsOf, textFieldsOf } from '../document/controls.ts'
import type { CheerioAPI } from '../document/dom.ts'
import { controlsIn, type Document } from '../document/forms.ts'
import { isLive } from '../document/live-document.ts'
import { describePage, type PageVisit } from './page-visit.ts'

/** Says what is in the way on a page, what to do about it, and where to read on. */
export const obstacleOf = (problem: string, remedy: string): string =>
  `${problem}; ${remedy} (oc-conformance explain pages)`

/** Controls that a message names. */
const mostNamed = 12

/** Names the controls of a page as steps of the config, and the page. */
export const describeControls = (document: Document): string => {
  const disabled = buttonsOf(document).filter(({ isDisabled }) => isDisabled)
  const controls = [...textFieldsOf(document), ...controlsOf(document), ...disabled].filter(({ name }) => name !== '')
  const written = controls.map(
    ({ role, name, isDisabled }) => `“${role}:${brief(name, 60)}”${isDisabled ? ' (disabled)' : ''}`,
  )
  const names = [...new Set(written)]
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return `the page ${describePage(document)} has ${names.slice(0, mostNamed).join(', ') || 'no controls'}${more}`
}

/** Says that a page is larger than what is read of it; `undefined` if it is not. */
export const sizeObstacle = (visit: PageVisit): string | undefined =>
  visit.isCut
    ? obstacleOf(
        `the page ${describePage(visit)} is larger than what is read of a page (1 MiB, of which half is text, 12,000 tags, 200 levels of nesting)`,
        'serve its scripts and styles from files of their own',
      )
    : undefined

const handlers = '[onclick], [onsubmit], [onchange], [oninput], a[href^="javascript:" i]'
const effective = /submit|click|fetch\s*\(|XMLHttpRequest|preventDefault|location/

/** Returns whether scripts may decide what the controls of a page do. */
export const isScripted = ({ $ }: Document): boolean => !isLive($) && ($(handlers).length > 0 || hasScripts($))

const hasScripts = ($: CheerioAPI): boolean =>
  $('script')
    .toArray()
    .filter(({ attribs: { type = '' } }) =>
      /^\s*(?:$|module\s*$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/i.test(type),
    )
    .some(script => script.attribs.src !== undefined || effective.test($(script).text()))

/** Returns whether a page has scripts, and no form with controls without them. */
export const needsScript = (document: Document): boolean => {
  const { $ } = document
  if (isLive($)) return false
  const forms = $('form').toArray()
  return ($('script').length > 0 || isScripted(document)) && forms.every(form => controlsIn($, form).length === 0)
}

/** Says that a page seems to need script. */
export const scriptObstacle = (document: Document, setting: 'checkout' | 'consent'): string =>
  obstacleOf(
    `the page ${describePage(document)} needs script, which HTML forms do not run`,
    `set pages.${setting}.driver of the config to "browser" (it needs the package playwright-core and a Chromium, Chrome or Edge), or offer a page whose forms work without script to this run`,
  )

/** Returns whether a page shows other documents in frames, which HTML forms do not look into. */
export const hasFrames = ({ $ }: Document): boolean =>
  !isLive($) && $('iframe[src], iframe[srcdoc], frame[src]').length > 0

/** Says that a control may be in a frame of the page. */
export const frameObstacle = (document: Document, setting: 'checkout' | 'consent'): string =>
  obstacleOf(
    `the page ${describePage(document)} has a part in a frame, which HTML forms do not look into`,
    `set pages.${setting}.driver of the config to "browser" (it needs the package playwright-core and a Chromium, Chrome or Edge), or offer a page without frames to this run`,
  )

/** Says that the way leads to an origin that the config does not name. */
export const originObstacle = (address: string, setting: 'checkout' | 'consent'): string => {
  const { origin } = new URL(address)
  return obstacleOf(
    `the way leads to ${origin}, which is not known to belong to the target`,
    `if it does (a login, a bank), add "${origin}" to pages.${setting}.origins of the config`,
  )
}
