import * as z from 'zod'

export const GuideSummary = z.object({ name: z.string(), title: z.string(), summary: z.string() })
export const GuideList = z.object({ guides: z.array(GuideSummary) })

/** One guide with its markdown, or the list when none was named. */
export const GuideView = z.object({
  name: z.string().optional(),
  title: z.string().optional(),
  text: z.string().optional(),
  guides: z.array(GuideSummary).optional(),
})
export type GuideSummary = z.infer<typeof GuideSummary>
export type GuideView = z.infer<typeof GuideView>
