import { parentPort } from 'node:worker_threads'
import { textOf } from '../../protocol/json/any-json.ts'
import { type FlatDocument, flatten } from './flat-document.ts'
import { removeHidden } from './hidden-elements.ts'
import { type Markup, parse } from './parse.ts'

/** What the thread is asked for; `isVisible`: without what the styles of the page hide. */
export type Question = { markup: Markup; isVisible: boolean }

/** Its answer: the document, or the error that ended the work. `isCostly`: the work needed more than the thread has, such as its stack. */
export type Answer = { document: FlatDocument } | { error: string; isCostly: boolean }

const read = ({ markup, isVisible }: Question): FlatDocument => {
  const { $, isCut } = parse(markup)
  if (isVisible) removeHidden($)
  const [root] = $.root().toArray()
  const document = flatten(root)
  return { ...document, isCut: isCut || document.isCut }
}

const answerTo = (question: Question): Answer => {
  try {
    return { document: read(question) }
  } catch (error) {
    return {
      error: error instanceof Error ? (error.stack ?? error.message) : textOf(error),
      isCostly: error instanceof RangeError,
    }
  }
}

/** Reads the pages that targets send, apart from everything else: this thread has its own heap, and is ended when a page costs too much. */
parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)))
parentPort?.postMessage('ready')
