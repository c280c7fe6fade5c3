export { default as postgres } from 'postgres'
