import { joinPath } from '../../protocol/base-url.ts'
import type { Json } from '../../protocol/json/json.ts'
import { UsageError } from '../settings/usage-error.ts'

const limit = 1_048_576

/**
 * Reads the metadata document below a base address with one GET, bounded in time and size, without following redirects.
 * Throws UsageError if there is none. Heading: GET /metadata.json.
 */
export const readMetadata = async (baseUrl: string, timeoutMs = 10_000): Promise<Json> => {
  const url = joinPath(baseUrl, '/metadata.json')
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await textOf(response)
    if (response.status !== 200) throw new Error(`it answers ${response.status}`)
    return JSON.parse(text) as Json
  } catch (error) {
    throw new UsageError(`${url} cannot be read: ${reasonOf(error)}.`, 'Give --role and --ocid instead.')
  }
}

const textOf = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > limit) throw new Error('it is larger than 1 MiB')
  }
  return text
}

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return 'no answer in time'
  if (name === 'SyntaxError') return 'it is not JSON'
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message
}
