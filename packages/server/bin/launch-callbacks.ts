#!/usr/bin/env node
import { launch } from '../src/launch.ts';

await launch(new URL(import.meta.url.endsWith('.ts') ? 'callbacks.ts' : 'callbacks.js', import.meta.url));
