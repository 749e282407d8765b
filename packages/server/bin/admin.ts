#!/usr/bin/env node
import { launch } from '../src/launch.ts';

await launch(() => import('../src/commands/administer.ts'));
