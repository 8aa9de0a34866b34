/** The largest file that the server accepts, and the most pixels. */
const limit = 10 * 1024 * 1024
const mostPixels = 40_000_000

/** The longest side of a photo that is made smaller; pages show no more than half of it. */
const longest = 4096

/**
 * Makes a photo fit the server's limits: one with too many bytes or pixels, as phones take them, is scaled down, upright. Other files are
 * sent unchanged, and the server reports what is wrong with them.
 */
export const fitLimit = async (file: File): Promise<File> => {
  if (!/^image\/(?:jpeg|png|webp)$/.test(file.type)) return file
  const bitmap = await createImageBitmap(file)
  const hasTooMany = bitmap.width * bitmap.height > mostPixels
  if (file.size <= limit && !hasTooMany) {
    bitmap.close()
    return file
  }
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, file.type, 0.85))
  return blob && (hasTooMany || blob.size < file.size) ? new File([blob], file.name, { type: blob.type }) : file
}
