import { brief } from '../../harness/outcome.ts'
import { buttonsOf, controlsOf, textFieldsOf } from '../document/controls.ts'
import { type CheerioAPI, type Element, oncePerDocument } from '../document/dom.ts'
import { controlsIn, type Document } from '../document/forms.ts'
import { isLive } from '../document/live-document.ts'
import { describePage, type PageVisit } from './page-visit.ts'

/** Returns the message for an obstacle on a page: the problem, the remedy, and where to read more. */
export const obstacleOf = (problem: string, remedy: string): string =>
  `${problem}; ${remedy} (oc-conformance explain pages)`

/** Maximum number of controls listed in a message. */
const mostNamed = 12

/** Describes a page and its controls, which are written as steps of the config. */
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

/** Returns the message for a page that was cut; `undefined` if it was not. */
export const sizeObstacle = (visit: PageVisit): string | undefined =>
  visit.isCut
    ? obstacleOf(
        `the page ${describePage(visit)} is larger than the harness reads (1 MiB, half of it text, 12,000 tags, 200 levels of nesting)`,
        'serve its scripts and styles from separate files',
      )
    : undefined

/** Returns whether scripts may draw a page, or decide what its controls do. */
export const isScripted = ({ $ }: Document): boolean =>
  !isLive($) && (hasScripts($) || ($('script').length > 0 && !hasForm($)))

const executable = /^\s*(?:$|module\s*$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/i

const hasScripts = oncePerDocument(($): boolean =>
  $<Element, string>('*')
    .toArray()
    .some(
      ({ name, attribs }) =>
        (name === 'script' && executable.test(attribs.type ?? '')) ||
        /^\s*javascript:/i.test(attribs.href ?? '') ||
        Object.keys(attribs).some(attribute => /^on[a-z]/i.test(attribute)),
    ),
)

const hasForm = ($: CheerioAPI): boolean =>
  $('form')
    .toArray()
    .some(form => controlsIn($, form).length > 0)

/** Returns whether a page has scripts, but no form with controls. */
export const needsScript = (document: Document): boolean => isScripted(document) && !hasForm(document.$)

/** Returns the message for a page that seems to need script. */
export const scriptObstacle = (document: Document, setting: 'checkout' | 'consent'): string =>
  obstacleOf(
    `the page ${describePage(document)} needs script, which HTML forms do not run`,
    `set pages.${setting}.driver in the config to "browser" (it needs the package playwright-core and a Chromium, Chrome or Edge), or serve this run a page whose forms work without script`,
  )

/** Returns whether a page has frames, which HTML forms do not read. */
export const hasFrames = ({ $ }: Document): boolean =>
  !isLive($) && $('iframe[src], iframe[srcdoc], frame[src]').length > 0

/** Returns the message for a page whose controls may be in a frame. */
export const frameObstacle = (document: Document, setting: 'checkout' | 'consent'): string =>
  obstacleOf(
    `the page ${describePage(document)} has a part in a frame, which HTML forms do not read`,
    `set pages.${setting}.driver in the config to "browser" (it needs the package playwright-core and a Chromium, Chrome or Edge), or serve this run a page without frames`,
  )

/** Returns the message for a navigation to an origin that is not configured. */
export const originObstacle = (address: string, setting: 'checkout' | 'consent'): string => {
  const { origin } = new URL(address)
  return obstacleOf(
    `the way leads to ${origin}, which is not known to belong to the target`,
    `if it does (a login, a bank), add "${origin}" to pages.${setting}.origins in the config`,
  )
}
