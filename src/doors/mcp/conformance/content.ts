import { objectOf, RED_PIXEL, SILENCE, type ToolFixture, text, waitMs } from './fixture.ts'

const image = { type: 'image' as const, data: RED_PIXEL, mimeType: 'image/png' }

/** Tools that answer by themselves: every kind of content, errors, progress, log messages. */
export const contentTools: Readonly<Record<string, ToolFixture>> = {
  test_simple_text: {
    description: 'Answers with text.',
    run: () => text('This is a simple text response for testing.'),
  },
  test_image_content: { description: 'Answers with an image.', run: () => ({ content: [image] }) },
  test_audio_content: {
    description: 'Answers with sound.',
    run: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Answers with a resource.',
    run: () => ({
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  test_multiple_content_types: {
    description: 'Answers with text, an image and a resource.',
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        resource('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
      ],
    }),
  },
  test_error_handling: {
    description: 'Fails.',
    run: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: {
    description: 'Reports progress.',
    async run(_args, { ctx }) {
      const progressToken = ctx.mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 }
        if (progressToken !== undefined) await ctx.mcpReq.notify({ method: 'notifications/progress', params })
        await waitMs(50)
      }
      return text('Done.')
    },
  },
  test_tool_with_logging: {
    description: 'Sends log messages.',
    async run(_args, { ctx }) {
      for (const step of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await ctx.mcpReq.log('info', step)
        await waitMs(50)
      }
      return text('Done.')
    },
  },
  test_logging_tool: {
    description: 'Sends a log message when it was asked for.',
    async run(_args, { ctx }) {
      await ctx.mcpReq.log('info', 'A message.')
      return text('Done.')
    },
  },
  json_schema_2020_12_tool: {
    description: 'Has an input schema with the newer keywords.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => text('Valid.'),
  },
  test_trigger_tool_change: {
    description: 'Says that the list of tools has changed.',
    run(_args, { changed }) {
      changed('tools')
      return text('Done.')
    },
  },
  test_trigger_prompt_change: {
    description: 'Says that the list of prompts has changed.',
    run(_args, { changed }) {
      changed('prompts')
      return text('Done.')
    },
  },
  test_echo: {
    description: 'Answers with what it was given.',
    inputSchema: objectOf({ message: { type: 'string' } }),
    run: ({ message }) => text(String(message)),
  },
}

function resource(uri: string, mimeType: string, body: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text: body } }
}
