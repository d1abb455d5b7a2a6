const { readFileSync } = require('node:fs');

console.log(readFileSync(`${process.env.HOME}/description.txt`, 'utf8'));
