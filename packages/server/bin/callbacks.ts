#!/usr/bin/env node
import { launch } from '../src/commands/launch.ts';

await launch(() => import('../src/commands/oversee-callbacks.ts'));
