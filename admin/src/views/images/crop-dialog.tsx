import { useEffect, useRef, useState } from 'preact/hooks'
import type { Image } from '../../api/images.ts'
import { upload } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { nameOf } from './image-chooser.tsx'

type Props = {
  readonly image: Image
  readonly onClose: () => void
  /** The part that was cut out is an image of its own. */
  readonly onCropped: (image: Image) => void
}

/** Crops an image to a format that suits pages. The original is not changed. */
export const CropDialog = (props: Props) => {
  const loaded = useLoaded('', () => loadImage(props.image.source_url))
  return (
    <Dialog title={t('Crop the picture')} onClose={props.onClose} isWide>
      <LoadedState loaded={loaded}>{(element) => <Crop element={element} {...props} />}</LoadedState>
    </Dialog>
  )
}

const formats = [
  ['16:9', () => t('Wide (16:9)')],
  ['3:2', () => t('Photo (3:2)')],
  ['4:3', () => t('Screen (4:3)')],
  ['1:1', () => t('Square (1:1)')],
] as const

const ratioOf = (format: string): number => {
  const [width = 1, height = 1] = format.split(':').map(Number)
  return width / height
}

const Crop = ({ element, image, onClose, onCropped }: Props & { readonly element: HTMLImageElement }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [format, setFormat] = useState('16:9')
  const [choice, setChoice] = useState<Omit<Choice, 'ratio'>>({ zoom: 1, across: 0.5, down: 0.5 })
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
  const size = { width: element.naturalWidth, height: element.naturalHeight }
  const part = partOf(size, { ...choice, ratio: ratioOf(format) })
  useEffect(() => {
    if (canvas.current) drawPart(canvas.current, element, part)
  }, [format, choice])
  const change = (changed: Partial<Choice>): void => setChoice({ ...choice, ...changed })
  /** The picture follows the pointer. */
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent): void => {
    if (buttons !== 1 || !(currentTarget instanceof HTMLElement)) return
    const scale = part.width / currentTarget.clientWidth
    const moved = (place: number, by: number, room: number): number =>
      room <= 0 ? place : Math.min(1, Math.max(0, place - (by * scale) / room))
    change({
      across: moved(choice.across, movementX, size.width - part.width),
      down: moved(choice.down, movementY, size.height - part.height),
    })
  }
  const save = async (): Promise<void> => {
    setShare(0)
    setFault('')
    try {
      const file = await cutOut(element, part, image.mime_type, nameOf(image))
      onCropped(await upload(file, setShare, { alt: image.alt_text }))
    } catch (error) {
      setFault((error as Error).message)
      setShare(undefined)
    }
  }
  return (
    <div class="stack">
      <Fault text={fault} />
      <canvas
        ref={canvas}
        class="crop"
        width={960}
        height={Math.round(960 / ratioOf(format))}
        role="img"
        aria-label={t('The part that is kept')}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <div class="row">
        <SelectField
          label={t('Proportions')}
          value={format}
          options={formats.map(([name, text]) => [name, text()] as const)}
          onValue={setFormat}
        />
        <Slider label={t('Zoom')} min={1} max={4} value={choice.zoom} onValue={(zoom) => change({ zoom })} />
        <Slider label={t('Horizontal position')} value={choice.across} onValue={(across) => change({ across })} />
        <Slider label={t('Vertical position')} value={choice.down} onValue={(down) => change({ down })} />
      </div>
      {share !== undefined && <progress value={share} max={1} aria-label={t('Uploading the picture')} />}
      <div class="actions">
        <Button kind="primary" isBusy={share !== undefined} onClick={save}>
          {t('Use this part')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}

type SliderProps = {
  readonly label: string
  readonly min?: number
  readonly max?: number
  readonly value: number
  readonly onValue: (value: number) => void
}

const Slider = ({ label, min = 0, max = 1, value, onValue }: SliderProps) => (
  <Field label={label}>
    {(control) => (
      <input
        {...control}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onInput={({ currentTarget }) => onValue(Number(currentTarget.value))}
      />
    )}
  </Field>
)

/** The part of an image that is kept: its corner and its size in pixels. */
type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** How a part is chosen: the largest one divided by `zoom`, and its place from 0 (left, top) to 1 (right, bottom). */
type Choice = { readonly ratio: number; readonly zoom: number; readonly across: number; readonly down: number }

type Size = { readonly width: number; readonly height: number }

/** The part of an image that a choice keeps. */
const partOf = (image: Size, { ratio, zoom, across, down }: Choice): Part => {
  const width = Math.min(image.width, image.height * ratio) / zoom
  const height = width / ratio
  return { x: (image.width - width) * across, y: (image.height - height) * down, width, height }
}

/** Draws the part of an image so that it fills a canvas. */
const drawPart = (canvas: HTMLCanvasElement, image: HTMLImageElement, part: Part): void => {
  const { x, y, width, height } = part
  const pen = canvas.getContext('2d')
  pen?.clearRect(0, 0, canvas.width, canvas.height)
  pen?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** The widest copy that is made; pages show no more. */
const maxWidth = 2048

/** Makes a file of a part of an image, in the format of the image if the browser can write it. */
const cutOut = async (image: HTMLImageElement, part: Part, type: string, name: string): Promise<File> => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(part.width, maxWidth))
  canvas.height = Math.round((canvas.width * part.height) / part.width)
  drawPart(canvas, image, part)
  const wanted = type === 'image/png' || type === 'image/webp' ? type : 'image/jpeg'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, wanted, 0.92))
  if (!blob) throw new Error('The browser cannot make a picture of this size.')
  return new File([blob], `${name}.${blob.type.replace(/^.*\//, '')}`, { type: blob.type })
}

/** Loads an image from this server, whatever the host by which it is addressed: only then a canvas may be read. */
const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = new URL(new URL(url).pathname, location.origin).href
  await image.decode()
  return image
}
