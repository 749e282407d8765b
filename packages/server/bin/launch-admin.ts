#!/usr/bin/env node
import { launch } from '../src/launch.ts';

await launch(new URL(import.meta.url.endsWith('.ts') ? 'admin.ts' : 'admin.js', import.meta.url));
