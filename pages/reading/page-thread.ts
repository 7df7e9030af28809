import { parentPort } from 'node:worker_threads'
import { textOf } from '../../protocol/json/any-json.ts'
import { type FlatDocument, flatten } from './flat-document.ts'
import { removeHidden } from './hidden-elements.ts'
import { type Markup, parse } from './parse.ts'

/** A request to the thread; `isVisible`: without the elements that the page's styles hide. */
export type Question = { markup: Markup; isVisible: boolean }

/** Its answer: the document, or the error. `isCostly`: the work exhausted a resource of the thread, such as its stack. */
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

/** Reads the pages of targets in isolation: this thread has its own heap, and is terminated if a page costs too much. */
parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)))
parentPort?.postMessage('ready')
