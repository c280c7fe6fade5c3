// Stands in for the SDK's own `_shims` in the build: those bring ajv along (150 KB, 15 ms at every start), which the SDK
// needs only to check the answers to forms. Furrow asks for none.
export { default as process } from 'node:process'

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('No form was ever asked for, so there is nothing to check its answer against.')
  }
}
