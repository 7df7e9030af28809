import type { FastifyReply } from 'fastify'
import type { Html } from '../../reference/service/html.ts'
import type { Entry, Journal } from './journal.ts'
import { headers } from './page.ts'

/** A reader that is this many bytes behind is disconnected; its browser reconnects automatically. */
const furthestBehind = 4_194_304

const eventOf = ({ number }: Entry, markup: Html): string => {
  const data = markup.text.split(/\r\n|\r|\n/).map(line => `data: ${line}\n`)
  return `id: ${number}\nevent: exchange\n${data.join('')}\n`
}

/**
 * Sends the exchanges after a number, and each that follows until the reader leaves, as server-sent events with the markup of an
 * item. `left` runs when the reader disconnects.
 */
export const streamExchanges = (
  reply: FastifyReply,
  journal: Journal,
  { after, item, left }: { after: number; item: (entry: Entry) => Html; left: () => void },
): void => {
  const { raw } = reply.hijack()
  raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
  raw.write(':\n\n')
  const write = (entry: Entry): void => {
    if (raw.writableLength > furthestBehind) raw.destroy()
    else raw.write(eventOf(entry, item(entry)))
  }
  for (const entry of journal.after(after)) write(entry)
  const end = journal.listen(write)
  raw.once('close', () => {
    end()
    left()
  })
}
