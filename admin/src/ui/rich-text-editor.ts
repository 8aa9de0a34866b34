import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

/** Creates an editor in an element. It supports only what descriptions may contain, so that pasted styles and scripts are dropped. */
export const createEditor = (
  element: HTMLElement,
  labelledBy: string,
  content: string,
  onUpdate: (html: string) => void,
): Editor =>
  new Editor({
    element,
    content,
    // A style element would need a weaker Content-Security-Policy; its rules are in `style/views.css`.
    injectCSS: false,
    extensions: [StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' } })],
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy } },
    onUpdate: ({ editor }) => onUpdate(editor.isEmpty ? '' : editor.getHTML()),
  })
