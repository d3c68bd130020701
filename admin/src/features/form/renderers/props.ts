import type { ControlElement, Layout } from '@jsonforms/core'
import { rendererProps } from '@jsonforms/vue'

/** The props that JSON Forms gives to the renderer of a control. */
export const controlProps = rendererProps<ControlElement>()

/** The props that JSON Forms gives to the renderer of a layout. */
export const layoutProps = rendererProps<Layout>()
