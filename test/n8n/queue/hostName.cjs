/**
 * Loaded into each main before n8n: in one container, all would claim polls under one name, that of
 * the container.
 */
'use strict';

const os = require('node:os');

os.hostname = () => process.env.TEST_HOST_NAME;
