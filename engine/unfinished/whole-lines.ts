import { lstat, open } from 'node:fs/promises'

const chunkBytes = 65_536

/**
 * Truncates a file after its last line feed, since its writer may have been killed within a line. Ignores a missing file, and a link: in
 * someone else's folder, it may lead to any file.
 */
export const keepWholeLines = async (path: string): Promise<void> => {
  const isFile = await lstat(path).then(
    found => found.isFile(),
    () => false,
  )
  const file = isFile ? await open(path, 'r+').catch(() => undefined) : undefined
  if (!file) return
  try {
    const found = await file.stat()
    if (found.isFile()) await file.truncate(await endOfLines(file, found.size))
  } finally {
    await file.close()
  }
}

/** Returns how many of the first `size` bytes are complete lines; reads from the end. */
const endOfLines = async (file: Awaited<ReturnType<typeof open>>, size: number): Promise<number> => {
  for (let end = size; end > 0; end -= Math.min(end, chunkBytes)) {
    const start = Math.max(0, end - chunkBytes)
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    const last = buffer.lastIndexOf(0x0a)
    if (last >= 0) return start + last + 1
  }
  return 0
}
