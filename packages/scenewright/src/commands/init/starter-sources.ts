/** The scenarios and the conversation tests of a starter project, by their files. */
export const starterSources = [
  {
    path: 'scenarios/delivery/times.scenario.yaml',
    text: `title: Delivery times
trigger_description: The customer asks how long a delivery takes.
examples:
  - How long does delivery take?
  - when will my parcel arrive
  - How many days until I get my order?
  - delivery time
exclusions:
  - How much does delivery cost?
clarification_label: How long delivery takes
flow:
  nodes:
    times:
      text: Parcels arrive within 2 to 4 working days.
      next: tracking
    tracking:
      text: As soon as yours is on its way, you get an e-mail with a link to follow it.
      next: done
    done: END
`,
  },
  {
    path: 'scenarios/delivery/cost.scenario.yaml',
    text: `title: Delivery cost
trigger_description: The customer asks what delivery costs.
examples:
  - How much does delivery cost?
  - what is the cost of delivery
  - Is shipping free?
  - price of shipping
exclusions:
  - How long does delivery take?
clarification_label: What delivery costs
flow:
  nodes:
    cost:
      text: Delivery costs 4 euros. From 50 euros it is free.
      next: done
    done: END
`,
  },
  {
    path: 'scenarios/delivery/delivery.test.yaml',
    text: `conversations:
  - name: asks for the cost, then for the time
    turns:
      - user: How much does delivery cost?
        expect:
          starts: delivery/cost
          replies:
            - contains: 4 euros
          ends: true
      - user: How long does delivery take?
        expect:
          starts: delivery/times
          walk: [times, tracking, done]
triggers:
  - starts: delivery/times
    messages:
      - when will the parcel arrive?
      - delivery time, please
  - starts: delivery/cost
    messages:
      - what is the price of shipping?
  - starts: none
    messages:
      - Do you have any vacancies?
`,
  },
] as const
