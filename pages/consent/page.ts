import type { HttpResponse } from '../../harness/http/response.ts'
import { blocked } from '../../harness/outcome.ts'
import type { ConsentLanding, ConsentPage, PageRun, PageSender, User } from '../../harness/pages.ts'
import { controlsOf, textFieldsOf } from '../document/controls.ts'
import { textOf } from '../document/dom.ts'
import { stepsOf } from '../document/steps.ts'
import { findControl } from '../document/steps-on-page.ts'
import { type Browse, type Browser, withoutScript } from '../visit/form-browser.ts'
import { lateDrawingOf } from '../visit/late-drawing.ts'
import { isScripted, scriptObstacle } from '../visit/obstacles.ts'
import { pageOrigins } from '../visit/page-origins.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { stepFor } from '../walker/give-up.ts'
import { decideOn } from './decision.ts'
import { separatePermissions } from './navigation.ts'
import { namesPermission } from './proof.ts'
import { unseenOn } from './unseen.ts'
import { type ConsentWalk, consentControls, walkToConsent } from './walk.ts'

type Browsing = { run: PageRun; browser: Browser; isCallback: (address: string) => boolean }

/**
 * Creates a user. `unfetched`: addresses whose origins are never fetched; `browse` opens the browser, by default one without script.
 */
export const createUser = (
  run: PageRun,
  sender: PageSender,
  unfetched: readonly string[],
  browse: Browse = withoutScript(sender),
): User => {
  const { isBeyond, isOwn, whileOpening, isCallback } = pageOrigins(run, unfetched)
  const browser = browse({ isBeyond, isOwn, run: run.pages })
  const browsing: Browsing = { run, isCallback, browser }
  const visit: User['visit'] = async (url, permissions) => {
    const start = await whileOpening(() => browser.open(url))
    const walk = await walkToConsent({ ...browsing, permissions }, start)
    return landingOf(browsing, walk, permissions)
  }
  const open: User['open'] = async (url, permissions) => {
    const { page, redirectedTo, responses, obstacle } = await visit(url, permissions)
    if (obstacle !== undefined) blocked(obstacle)
    return (
      page ??
      blocked(
        `the way to the consent page redirects (${responses.at(-1)?.status}) to ${(redirectedTo ?? '').slice(0, 200)} without a decision (CONSENT-04)`,
      )
    )
  }
  return { visit, open }
}

const landingOf = (browsing: Browsing, walk: ConsentWalk, permissions: readonly string[]): ConsentLanding => {
  const last = walk.redirectedTo === undefined ? walk.visits.at(-1) : undefined
  const login = stepsOf(browsing.run.pages.consent.login, browsing.run.pages.secrets)
  // A login asks for an e-mail address as well.
  const isLogin = (visit: PageVisit) =>
    login.some(step => findControl([...textFieldsOf(visit), ...controlsOf(visit)], step) !== undefined)
  const overviews = walk.visits.slice(0, -1).filter(visit => namesPermission(visit, permissions) && !isLogin(visit))
  const way = { permissions, overviews, cookies: walk.responses.flatMap(cookiesIn) }
  return { ...walk, steps: [], decided: [], ...(last ? { page: pageOf(browsing, last, way) } : {}) }
}

/** Returns the cookies that a response sets, as `name=value`. */
const cookiesIn = ({ headers }: HttpResponse): string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? (value.split(';')[0] ?? []) : []))

/** How a page was reached, and the permissions that it is about. */
type Way = { permissions: readonly string[]; overviews: readonly PageVisit[]; cookies: readonly string[] }

const pageOf = (browsing: Browsing, visit: PageVisit, { permissions: asked, ...way }: Way): ConsentPage => {
  const { run } = browsing
  const pages = [...way.overviews, visit]
  const scripted = pages.find(isScripted)
  return {
    url: visit.url,
    name: describePage(visit),
    response: visit.response,
    $: visit.$,
    text: pages.map(({ $ }) => textOf($)).join(' '),
    scripted: scripted && scriptObstacle(scripted, 'consent'),
    get unseen() {
      return pages.map(each => unseenOn(consentControls(run, each, asked), each)).find(found => found !== undefined)
    },
    accessibility: async () => browsing.browser.inspect?.(visit),
    awaits: lateDrawingOf(browsing, visit, later => pageOf(browsing, later, { permissions: asked, ...way })),
    ...way,
    decide: async (decision, change) => {
      if (!run.changesState)
        blocked('it would leave a decision on a target in production; --yes-change-state allows that')
      const { visit: last, ...result } = await decideOn(browsing, visit, { decision, change })
      return {
        ...result,
        ...(last ? { page: pageOf(browsing, last, { permissions: asked, overviews: [], cookies: [] }) } : {}),
      }
    },
    separate: permissions => separatePermissions(consentControls(run, visit, permissions), permissions),
    deciding: permissions =>
      consentControls(run, visit, permissions).permissionControls.map(({ control, permission, isSaid }) => ({
        permission,
        step: stepFor(control),
        isSaid,
      })),
  }
}
