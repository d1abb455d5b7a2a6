import { PollContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node';
import { testWorkflow, type Service, type WorkflowOptions } from './workflow';
