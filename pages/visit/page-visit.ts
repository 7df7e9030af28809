import type { HttpResponse } from '../../harness/http/response.ts'
import { collapsed } from '../document/dom.ts'
import type { Document } from '../document/forms.ts'

/** A page that a browser shows; `isCut`: it is too large to read completely. */
export type PageVisit = Document & { response: HttpResponse; isCut: boolean }

/** Describes a page for a message: its title and address, without the query and without ids that vary between requests. */
export const describePage = ({ $, url }: Document): string => {
  const title = collapsed($('title').first().text() || $('h1').first().text()).slice(0, 80)
  const { origin, pathname } = new URL(url)
  const address = `${origin}${pathname.replace(/[\w~%-]{16,}/g, '…')}`
  return `“${title}” (${address.slice(0, 160)})`
}
