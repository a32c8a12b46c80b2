import { chromium } from 'playwright';
import { spawnGateway } from './scripts/gateway-process.mjs';
import { browserArguments, findChromium } from './scripts/chromium.mjs';
import { mkdtempSync, readFileSync } from 'node:fs';
const g=await spawnGateway(['--port','0','--data-dir',mkdtempSync('/tmp/shot-'),'--log','json','--engine','embedded']);
const coral=readFileSync('public/samples/coral.json','utf8');
const rd=(seed,steps,title)=>{const w=JSON.parse(coral);for(const n of Object.values(w))if(n.class_type==='FlowdeckReactionDiffusion')Object.assign(n.inputs,{seed,steps,width:256,height:256});return{workflow:w,metadata:{flowdeck_title:title}}};
const post=(b)=>fetch(g.address+'/api/v2/jobs',{method:'POST',headers:{'Content-Type':'application/json','Idempotency-Key':crypto.randomUUID()},body:JSON.stringify(b)}).then(r=>r.json());
const d=await post(rd(1,100,'Coral reef'));await post(rd(2,100,'Coral reef'));await post(rd(3,100,'Coral reef'));
await new Promise(r=>setTimeout(r,6000));
const a=await post(rd(2,9000,'Coral reef'));const q=await post(rd(3,9000,'Coral reef'));
const b=await chromium.launch({executablePath:findChromium(),args:[...browserArguments(),'--disable-dev-shm-usage']});
for(const [w,h,c] of [[1440,900,'light'],[390,844,'dark']]){
 const ctx=await b.newContext({viewport:{width:w,height:h},colorScheme:c});const p=await ctx.newPage();
 const shot=n=>p.screenshot({path:`/tmp/s2/b-${n}-${w}.png`});
 const t=Date.now();await p.goto(g.address+'/local/jobs');
 await p.getByRole('button',{name:/^More|Actions|menu/i}).first().waitFor({timeout:10000}).then(()=>console.log('menu after',Date.now()-t),()=>console.log('no menu',));
 await shot('jobs');
 console.log(await p.evaluate(()=>[...document.querySelectorAll('[data-row-id]')].slice(0,1).map(e=>[...e.closest('.relative').querySelectorAll('button')].map(b=>b.getAttribute('aria-label')+' '+JSON.stringify(b.getBoundingClientRect())+getComputedStyle(b).opacity))));
 await p.goto(g.address+'/local/jobs/'+q.id);await p.waitForTimeout(3000);await shot('queued');
 await p.goto(g.address+'/local/jobs/'+d.id);await p.waitForTimeout(2500);await shot('done');
 await ctx.close();
}
await b.close();await g.end('SIGTERM');
