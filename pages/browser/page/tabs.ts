import type { PageSight } from '../../../harness/pages.ts'
import { bounded } from '../process/protocol.ts'
import { lookAt, type Tab } from './tab.ts'

/** Maximum number of open tabs per customer or user. */
const mostTabs = 6

/** Closes a tab that is not busy if there are too many. */
export const closeIdle = async (tabs: Tab[]): Promise<void> => {
  const idle = tabs.length > mostTabs ? tabs.find(({ isBusy }) => !isBusy) : undefined
  if (idle === undefined) return
  tabs.splice(tabs.indexOf(idle), 1)
  await bounded(idle.window.page.close()).catch(() => undefined)
}

/** Captures the last tab that has already shown a document: until then, its window shows the document of the previous user. */
export const lookAtLast = (tabs: readonly Tab[]): Promise<PageSight | undefined> => {
  const tab = tabs.findLast(({ window, traffic }) => traffic.document !== undefined && !window.page.isClosed())
  return tab ? lookAt(tab).catch(() => undefined) : Promise.resolve(undefined)
}
