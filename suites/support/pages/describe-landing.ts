import { codeOf } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, mediaType } from '../../../harness/http/response.ts'
import { brief } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'

type Landing = { redirectedTo?: string; page?: { text: string }; responses: readonly HttpResponse[] }

/**
 * Describes for a report where an action on a page led: `to <address>`, `400 CODE: message` for an error body, or the status and the
 * text of the page.
 */
export const describeLanding = ({ redirectedTo, page, responses }: Landing): string => {
  if (redirectedTo !== undefined) return `to ${brief(redirectedTo, 300)}`
  const last = responses.at(-1)
  if (last === undefined || last.status === 0) return 'no answer'
  return last.json === undefined
    ? `${last.status}, ${pageText(last, page?.text ?? '')}`
    : `${last.status} ${errorText(last)}`
}

const pageText = (response: HttpResponse, text: string): string =>
  text.trim() === '' ? `without text (${mediaType(response) || 'no content type'})` : `the page “${brief(text, 120)}”`

const errorText = (response: HttpResponse): string => {
  const code = codeOf(response)
  const message = memberOf(memberOf(response.json, 'error'), 'message')
  return code === undefined && message === undefined
    ? `with JSON: ${brief(response.json, 160)}`
    : [code, message]
        .filter(part => part !== undefined)
        .map(part => brief(part, 160))
        .join(': ')
}
