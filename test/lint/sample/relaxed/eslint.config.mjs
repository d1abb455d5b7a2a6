export { configWithoutCloudSupport as default } from '@n8n/node-cli/eslint';
