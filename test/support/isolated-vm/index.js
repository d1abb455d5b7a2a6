throw new Error('isolated-vm is not installed: see its package.json');
