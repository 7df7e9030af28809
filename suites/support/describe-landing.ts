import type { HttpResponse } from '../../harness/http/response.ts'

type Landing = { redirectedTo?: string; page?: { text: string }; responses: readonly HttpResponse[] }

/** Describes for a report where an action on a page led: to an address, or to a page of the target. */
export const describeLanding = ({ redirectedTo, page, responses }: Landing): string => {
  if (redirectedTo !== undefined) return `to ${redirectedTo.slice(0, 300)}`
  return `${responses.at(-1)?.status || 'no answer'}, the page “${(page?.text ?? '').slice(0, 120)}”`
}
